package io.whorl.cli;

import io.whorl.measure.Measure;
import java.util.Arrays;
import java.util.Iterator;

/** The measures that have a meaning for pairs; percent belongs to a query. */
final class PairMeasures implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
        return Arrays.stream(Measure.values())
                .filter(m -> m != Measure.PERCENT)
                .map(Choice::name)
                .iterator();
    }
}
