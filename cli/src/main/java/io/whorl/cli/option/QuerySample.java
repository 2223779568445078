package io.whorl.cli.option;

import io.whorl.query.QueryOptions;
import picocli.CommandLine.Option;

/** Which sample of a query's minutiae is looked up. */
public final class QuerySample {
    @Option(
            names = "--sample-minutiae",
            paramLabel = "N",
            description = "Look up a random sample of N minutiae of each query. The figures of longer queries are then"
                    + " estimates, and the field lookedUp shows the number (default: look up all).")
    private Integer minutiae;

    @Option(
            names = "--sample-seed",
            paramLabel = "S",
            converter = SeedConverter.class,
            description = "The seed of the sample, 64 bits. Keep it secret, so that nobody can tell which minutiae"
                    + " are looked up (default: 0).")
    private Long seed;

    /** Adds the sample to the options of a query. */
    public QueryOptions.Builder to(QueryOptions.Builder options, Usage usage) {
        if (minutiae == null) {
            if (seed != null) {
                throw usage.error("--sample-seed has no effect without --sample-minutiae; add it, or leave this out");
            }
            return options;
        }
        return options.sample(minutiae, seed == null ? 0 : seed);
    }
}
