package io.whorl.cli.option;

import io.whorl.measure.Measure;
import io.whorl.query.PairsOptions;
import java.util.Arrays;
import java.util.Iterator;

/** The measures that have a meaning for pairs of documents, as candidates of an option. */
public final class PairMeasures implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
        return Arrays.stream(Measure.values())
                .filter(PairsOptions::supports)
                .map(Measure::label)
                .iterator();
    }
}
