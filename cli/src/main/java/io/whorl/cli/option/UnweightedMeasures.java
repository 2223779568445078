package io.whorl.cli.option;

import io.whorl.measure.Measure;
import io.whorl.query.PairsOptions;
import java.util.Arrays;
import java.util.Iterator;

/** The measures of pairs of documents that do not depend on other documents, as candidates of an option. */
public final class UnweightedMeasures implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
        return Arrays.stream(Measure.values())
                .filter(measure -> PairsOptions.supports(measure) && !measure.weighted())
                .map(Measure::label)
                .iterator();
    }
}
