package io.whorl.cli.command;

import io.whorl.fingerprint.Fingerprint;
import io.whorl.hash.ChunkHash;
import io.whorl.scheme.Scheme;
import io.whorl.select.ModBySize;
import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.function.LongPredicate;

/**
 * How alike two fingerprints of one scheme are (DEFINITIONS, Counts and measures).
 *
 * @param shared |A ∩ B|
 * @param resemblance |A ∩ B| ÷ |A ∪ B|; for min-s BGMZ's estimate of it
 * @param containment |A ∩ B| ÷ |A|; absent for min-s, whose sketches cannot tell
 * @param contained |A ∩ B| ÷ |B|; absent for min-s
 */
record Comparison(long shared, double resemblance, OptionalDouble containment, OptionalDouble contained) {

    /** @param scheme in full, as {@link io.whorl.fingerprint.Fingerprinter#scheme} gives it */
    static Comparison of(Fingerprint a, Fingerprint b, Scheme scheme) {
        ChunkHash hash = ChunkHash.of(scheme.hashing());
        return switch (scheme.selection().name()) {
            case "min-s" ->
                sketches(
                        a,
                        b,
                        hash,
                        Integer.parseInt(scheme.selection().parameters().get("s")));
            case "mod-by-size" -> atLargerModulus(a, b, hash);
            default -> counted(a.size(), b.size(), a.shared(b));
        };
    }

    private static Comparison counted(long sizeA, long sizeB, long shared) {
        return new Comparison(
                shared,
                share(shared, sizeA + sizeB - shared),
                OptionalDouble.of(share(shared, sizeA)),
                OptionalDouble.of(share(shared, sizeB)));
    }

    /** BGMZ 3, V_i: the longer document's modulus serves for both. */
    private static Comparison atLargerModulus(Fingerprint a, Fingerprint b, ChunkHash hash) {
        int level = ModBySize.level(Math.max(a.counts().words(), b.counts().words()));
        LongPredicate kept = minutia -> ModBySize.depth(hash.order(minutia)) >= level;
        long[] keptA = Arrays.stream(a.toArray()).filter(kept).toArray();
        long[] keptB = Arrays.stream(b.toArray()).filter(kept).toArray();
        long union = Arrays.stream(concatenated(keptA, keptB)).distinct().count();
        return counted(keptA.length, keptB.length, keptA.length + keptB.length - union);
    }

    /** BGMZ 3, the estimator for MIN_s: the share of MIN_s(A ∪ B) that is in both sketches. */
    private static Comparison sketches(Fingerprint a, Fingerprint b, ChunkHash hash, int s) {
        long[] ordersA = Arrays.stream(a.toArray()).map(hash::order).toArray();
        long[] ordersB = Arrays.stream(b.toArray()).map(hash::order).toArray();
        long[] union = Arrays.stream(concatenated(ordersA, ordersB))
                .distinct()
                .boxed()
                .sorted(Long::compareUnsigned)
                .limit(s)
                .mapToLong(Long::longValue)
                .toArray();
        Arrays.sort(ordersA);
        Arrays.sort(ordersB);
        long inBoth = Arrays.stream(union)
                .filter(x -> Arrays.binarySearch(ordersA, x) >= 0 && Arrays.binarySearch(ordersB, x) >= 0)
                .count();
        return new Comparison(a.shared(b), share(inBoth, union.length), OptionalDouble.empty(), OptionalDouble.empty());
    }

    private static long[] concatenated(long[] a, long[] b) {
        long[] both = Arrays.copyOf(a, a.length + b.length);
        System.arraycopy(b, 0, both, a.length, b.length);
        return both;
    }

    private static double share(long part, long whole) {
        return whole == 0 ? 0 : (double) part / whole;
    }
}
