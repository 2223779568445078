package io.whorl.score;

import io.whorl.agrona.collections.LongArrayList;
import io.whorl.hash.MinutiaOrder;
import io.whorl.scheme.Scheme;
import io.whorl.strategy.ModBySize;
import io.whorl.strategy.Strategies;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntPredicate;

/**
 * The extra data that an index stores for a document, so that documents can be compared. All numbers are little-endian.
 * Thread-safe.
 *
 * <ul>
 *   <li>Sketch: the distinct orders ({@link MinutiaOrder#ofWidth}) of the selected minutiae, unsigned ascending, in ⌈W
 *       ÷ 8⌉ bytes each. They are MIN_s of the document, and two of them give an estimate of resemblance (BGMZ 3).
 *   <li>Levels: |V_i(D)| for the level i of the document and every higher level until it is 0 (BGMZ 3), four bytes
 *       each. Two documents are compared at the larger of their levels.
 *   <li>Norm: W_d = √Σ(1 + ln f_d,t)², the length of a document in the cosine measure (HZ 3), as a double. Other
 *       schemes that keep frequencies store it. It is summed in the order of ascending frequencies, with
 *       {@link StrictMath}, so that its bytes are the same on every machine.
 * </ul>
 */
public final class DocumentExtras {
    private static final byte[] NOTHING = {};
    /** The length of one size of a level. */
    private static final int SIZE = 4;

    private static final int NORM = 8;

    private enum Form {
        NOTHING,
        SKETCH,
        LEVELS,
        NORM;

        static Form of(Scheme scheme) {
            return switch (Strategies.comparability(scheme).kind()) {
                case SKETCHES -> SKETCH;
                case LEVELS -> LEVELS;
                case SETS -> scheme.frequencies() ? NORM : NOTHING;
            };
        }
    }

    private final Form form;
    private final MinutiaOrder order;

    private DocumentExtras(Form form, MinutiaOrder order) {
        this.form = form;
        this.order = order;
    }

    /** @param scheme with its selection written out in full */
    public static DocumentExtras of(Scheme scheme) {
        return new DocumentExtras(
                Form.of(scheme), MinutiaOrder.ofWidth(scheme.hashing().bits()));
    }

    /** The lengths in bytes that an extra can have; any other length shows damage. */
    public static IntPredicate lengths(Scheme scheme) {
        int order = width(scheme.hashing().bits());
        return switch (Form.of(scheme)) {
            case NOTHING -> length -> true;
            case SKETCH -> length -> length % order == 0;
            case LEVELS -> length -> length % SIZE == 0;
            case NORM -> length -> length == NORM;
        };
    }

    /**
     * Encodes the extra of a document.
     *
     * @param selected its selected minutiae, including repeats, in the first {@code n} entries
     * @param words the number of its surviving words
     * @return the bytes to store; empty if the scheme needs no extra
     */
    public byte[] of(long[] selected, int n, long words) {
        if (form == Form.NOTHING) {
            return NOTHING;
        }
        long[] sorted = Arrays.copyOf(selected, n);
        Arrays.sort(sorted);
        ExtrasTally tally = tally();
        for (int i = 0; i < n; ) {
            int from = i;
            while (i < n && sorted[i] == sorted[from]) {
                i++;
            }
            tally.add(sorted[from], i - from);
        }
        return tally.finish(words);
    }

    /**
     * Encodes the extra of a document whose repeats are already counted.
     *
     * @param distinct its distinct minutiae, in the first {@code n} entries
     * @param frequencies how often each was selected; empty if the scheme keeps no frequencies
     */
    public byte[] of(long[] distinct, int[] frequencies, int n, long words) {
        if (form == Form.NOTHING) {
            return NOTHING;
        }
        ExtrasTally tally = tally();
        for (int i = 0; i < n; i++) {
            tally.add(distinct[i], frequencies.length == 0 ? 1 : frequencies[i]);
        }
        return tally.finish(words);
    }

    /**
     * Removes the minutiae of a query that an index of the scheme cannot hold for its text, because they were selected
     * by another strategy: with levels, those outside V_i, where i is the level of the text.
     *
     * @param words the number of surviving words of the text
     */
    public long[] comparable(long[] minutiae, long words) {
        if (form != Form.LEVELS) {
            return minutiae;
        }
        int level = ModBySize.level(words);
        return Arrays.stream(minutiae)
                .filter(m -> ModBySize.depth(order.applyAsLong(m)) >= level)
                .toArray();
    }

    /**
     * |MIN_s(A ∪ B) ∩ F(A) ∩ F(B)| ÷ |MIN_s(A ∪ B)| (BGMZ 3, theorem); 0 for two empty sketches.
     *
     * @param bits W
     */
    static double resemblance(byte[] a, byte[] b, int s, int bits) {
        int width = width(bits);
        int i = 0;
        int j = 0;
        int union = 0;
        int shared = 0;
        while (union < s && (i < a.length || j < b.length)) {
            int order =
                    i == a.length ? 1 : j == b.length ? -1 : Long.compareUnsigned(get(a, i, width), get(b, j, width));
            shared += order == 0 ? 1 : 0;
            i += order <= 0 ? width : 0;
            j += order >= 0 ? width : 0;
            union++;
        }
        return union == 0 ? 0 : (double) shared / union;
    }

    /**
     * Returns |V_level(D)|.
     *
     * @param extra the extra of D
     * @param words the number of surviving words of D
     * @param level the level of D or a higher one
     */
    static long size(byte[] extra, long words, int level) {
        int at = (level - ModBySize.level(words)) * SIZE;
        return at + SIZE > extra.length ? 0 : get(extra, at, SIZE);
    }

    /** @throws IndexOutOfBoundsException if the extra does not have the length of a norm */
    static double norm(byte[] extra) {
        if (extra.length != NORM) {
            throw new IndexOutOfBoundsException("the extra of a document has " + extra.length
                    + " bytes; a norm for the cosine measure has " + NORM);
        }
        return Double.longBitsToDouble(get(extra, 0, NORM));
    }

    private static int width(int bits) {
        return (bits + 7) / 8;
    }

    private static void put(byte[] bytes, int at, int width, long value) {
        for (int i = 0; i < width; i++) {
            bytes[at + i] = (byte) (value >>> (8 * i));
        }
    }

    private static long get(byte[] bytes, int at, int width) {
        long value = 0;
        for (int i = 0; i < width; i++) {
            value |= (bytes[at + i] & 0xFFL) << (8 * i);
        }
        return value;
    }

    public ExtrasTally tally() {
        return new ExtrasTally();
    }

    /** Encodes the extras of documents minutia by minutia. Reusable. One thread at a time. */
    public final class ExtrasTally {
        private static final int SMALL = 1 << 8;

        /** Of a sketch: min-s keeps s of them of any document. */
        private final LongArrayList orders = new LongArrayList();

        private final int[] atDepth = new int[65];
        /**
         * For a norm how many minutiae have each frequency, so that it serves documents of any size. Few frequencies
         * are large, because their sum is the number of chunks of the document.
         */
        private final long[] small = new long[SMALL];

        private final TreeMap<Integer, Long> large = new TreeMap<>();
        private int end = 1;

        private ExtrasTally() {}

        public void start() {
            orders.clear();
            Arrays.fill(atDepth, 0);
            Arrays.fill(small, 0, end, 0);
            end = 1;
            large.clear();
        }

        /**
         * Adds a minutia of the document. Each is added once, in unsigned ascending order.
         *
         * @param count how often it was selected
         */
        public void add(long minutia, int count) {
            switch (form) {
                case NOTHING -> {}
                case SKETCH -> orders.addLong(order.applyAsLong(minutia) ^ Long.MIN_VALUE);
                case LEVELS -> atDepth[ModBySize.depth(order.applyAsLong(minutia))]++;
                case NORM -> {
                    if (count < SMALL) {
                        small[count]++;
                        end = Math.max(end, count + 1);
                    } else {
                        large.merge(count, 1L, Long::sum);
                    }
                }
            }
        }

        /**
         * Returns the bytes to store, the same as {@link DocumentExtras#of(long[], int, long)}.
         *
         * @param words the number of surviving words of the document
         */
        public byte[] finish(long words) {
            return switch (form) {
                case NOTHING -> NOTHING;
                case SKETCH -> sketch();
                case LEVELS -> levels(ModBySize.level(words));
                case NORM -> norm();
            };
        }

        private byte[] sketch() {
            long[] sorted = orders.toLongArray();
            Arrays.sort(sorted);
            int width = width(order.bits());
            byte[] bytes = new byte[sorted.length * width];
            int length = 0;
            for (int i = 0; i < sorted.length; i++) {
                if (i == 0 || sorted[i] != sorted[i - 1]) {
                    put(bytes, length, width, sorted[i] ^ Long.MIN_VALUE);
                    length += width;
                }
            }
            return Arrays.copyOf(bytes, length);
        }

        private byte[] levels(int level) {
            int deepest = atDepth.length - 1;
            while (deepest >= 0 && atDepth[deepest] == 0) {
                deepest--;
            }
            byte[] bytes = new byte[Math.max(0, deepest - level + 1) * SIZE];
            int size = 0;
            for (int depth = deepest; depth >= level; depth--) {
                size += atDepth[depth];
                put(bytes, (depth - level) * SIZE, SIZE, size);
            }
            return bytes;
        }

        private byte[] norm() {
            double squares = 0;
            for (int f = 1; f < end; f++) {
                squares = plus(squares, f, small[f]);
            }
            for (Map.Entry<Integer, Long> some : large.entrySet()) {
                squares = plus(squares, some.getKey(), some.getValue());
            }
            byte[] bytes = new byte[NORM];
            put(bytes, 0, NORM, Double.doubleToLongBits(Math.sqrt(squares)));
            return bytes;
        }

        /** Adds (1 + ln f)² as often as there are minutiae, so that the sum is rounded as if each were added. */
        private static double plus(double squares, int frequency, long times) {
            double weight = times == 0 ? 0 : 1 + StrictMath.log(frequency);
            double sum = squares;
            for (long i = 0; i < times; i++) {
                sum += weight * weight;
            }
            return sum;
        }
    }
}
