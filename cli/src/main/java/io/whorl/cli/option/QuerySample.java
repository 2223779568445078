package io.whorl.cli.option;

import io.whorl.query.QueryOptions;
import picocli.CommandLine.Option;

/** Which sample of a query's minutiae is looked up. */
public final class QuerySample {
    @Option(names = "--sample-minutiae", paramLabel = "N")
    private Integer minutiae;

    @Option(names = "--sample-seed", paramLabel = "S", converter = SeedConverter.class)
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
