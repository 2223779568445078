package io.whorl.lab.index;

import io.whorl.lab.model.Configuration;
import io.whorl.query.Matches;
import io.whorl.query.QueryOptions;
import io.whorl.query.Snapshot;

/** Searches a Whorl index with the query settings of a configuration. Thread-safe. */
public final class WhorlSearcher {
    private final Configuration configuration;
    private final QueryOptions options;

    public WhorlSearcher(Configuration configuration) {
        this.configuration = configuration;
        // Exact weights follow the papers' formulas to the letter. Stored weights approximate them (ArrivalDevTest).
        options = QueryOptions.builder()
                .measure(MeasureNames.named(configuration.measure()))
                .maxDf(configuration.maxDf())
                .exactWeights(true)
                .build();
    }

    /**
     * @param index of the configuration's scheme
     * @param top the maximum number of matches
     */
    public Matches search(Snapshot index, byte[] utf8, int top) {
        QueryOptions some = options.toBuilder().top(top).build();
        return configuration
                .querySelection()
                .map(selection -> index.query(utf8, selection, some))
                .orElseGet(() -> index.query(utf8, some));
    }
}
