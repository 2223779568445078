package io.whorl.lab.query;

import io.whorl.lab.model.Configuration;
import io.whorl.query.Matches;
import io.whorl.query.QueryOptions;
import io.whorl.query.Snapshot;

/** Asks an index as a configuration wants it. Thread-safe. */
public final class Asking {
    private final Configuration configuration;
    private final QueryOptions options;

    public Asking(Configuration configuration) {
        this.configuration = configuration;
        // The papers' formulas to the letter: stored weights stand in for them, and ArrivalDevTest says how well.
        options = QueryOptions.builder()
                .measure(Measures.named(configuration.measure()))
                .maxDf(configuration.maxDf())
                .exactWeights(true)
                .build();
    }

    /**
     * @param index of the configuration's scheme
     * @param top matches at the most
     */
    public Matches ask(Snapshot index, byte[] utf8, int top) {
        QueryOptions some = options.toBuilder().top(top).build();
        return configuration
                .querySelection()
                .map(selection -> index.query(utf8, selection, some))
                .orElseGet(() -> index.query(utf8, some));
    }
}
