package io.whorl.lab.plot;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Round values for axes: 1, 2 and 5 times powers of ten. They are computed as decimals, so that 0.3 does not become
 * 0.30000000000000004.
 */
final class Ticks {
    private static final int STEPS = 5;
    private static final int[] ROUND = {1, 2, 5};
    /** On a logarithmic axis with more values than this, only powers of ten are labelled. */
    private static final int CROWDED = 8;

    private Ticks() {}

    /** Returns at least two equidistant values that enclose the given range. */
    static double[] linear(double least, double most) {
        double span = most > least ? most - least : Math.max(Math.abs(most), 1) * 0.1;
        BigDecimal step = step(span / STEPS);
        long first = (long) Math.floor(least / step.doubleValue() + 1e-9);
        long last = Math.max(first + 1, (long) Math.ceil(most / step.doubleValue() - 1e-9));
        return IntStream.rangeClosed(0, (int) (last - first))
                .mapToDouble(i -> step.multiply(BigDecimal.valueOf(first + i)).doubleValue())
                .toArray();
    }

    private static BigDecimal step(double atLeast) {
        int power = (int) Math.floor(Math.log10(atLeast));
        return IntStream.rangeClosed(power, power + 1)
                .boxed()
                .flatMap(p -> Arrays.stream(ROUND)
                        .mapToObj(round -> BigDecimal.valueOf(round).scaleByPowerOfTen(p)))
                .filter(step -> step.doubleValue() >= atLeast)
                .findFirst()
                .orElseThrow();
    }

    /** Returns values that enclose the given range, which is above 0. */
    static double[] logarithmic(double least, double most) {
        int low = (int) Math.floor(Math.log10(least));
        int high = (int) Math.ceil(Math.log10(most)) + 1;
        double[] all = IntStream.range(low, high)
                .boxed()
                .flatMapToDouble(power -> DoubleStream.of(1, 2, 5).map(round -> BigDecimal.valueOf(round)
                        .scaleByPowerOfTen(power)
                        .doubleValue()))
                .toArray();
        double first = Arrays.stream(all).filter(at -> at <= least).max().orElse(all[0]);
        double last = Arrays.stream(all).filter(at -> at >= most).min().orElse(all[all.length - 1]);
        return Arrays.stream(all).filter(at -> at >= first && at <= last).toArray();
    }

    /** Returns whether a value of a logarithmic axis gets a label. */
    static boolean worthNaming(double[] places, double at) {
        return places.length <= CROWDED || Math.abs(Math.rint(Math.log10(at)) - Math.log10(at)) < 1e-9;
    }

    static List<Tick> named(double[] places) {
        return Arrays.stream(places).mapToObj(Ticks::named).toList();
    }

    static Tick named(double at) {
        BigDecimal decimal =
                BigDecimal.valueOf(at).setScale(12, RoundingMode.HALF_EVEN).stripTrailingZeros();
        String text = Math.abs(at) >= 10_000 ? String.format(Locale.ROOT, "%,d", (long) at) : decimal.toPlainString();
        return new Tick(at, text.replace('-', '\u2212'));
    }
}
