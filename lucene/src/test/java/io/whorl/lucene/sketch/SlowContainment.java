package io.whorl.lucene.sketch;

import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The containment of two sketches by sets, as the definition says. */
public final class SlowContainment {
    private SlowContainment() {}

    /** The similarity by containment of two lists of orders. */
    public static double of(SketchFormat format, long[] a, long[] b) {
        Set<Long> union = new TreeSet<>();
        Arrays.stream(a).forEach(union::add);
        Arrays.stream(b).forEach(union::add);
        int least = format.least();
        Set<Long> sample =
                union.stream().limit(least == 0 ? union.size() : least).collect(Collectors.toSet());
        Set<Long> ofA = Arrays.stream(a).boxed().filter(sample::contains).collect(Collectors.toSet());
        Set<Long> ofB = Arrays.stream(b).boxed().filter(sample::contains).collect(Collectors.toSet());
        long shared = ofA.stream().filter(ofB::contains).count();
        int smaller = Math.min(ofA.size(), ofB.size());
        return smaller == 0 ? 0 : (double) shared / smaller;
    }
}
