package io.whorl.score;

import io.whorl.agrona.collections.LongArrayList;
import io.whorl.hash.ChunkHash;
import io.whorl.scheme.Scheme;
import io.whorl.strategy.ModBySize;
import io.whorl.strategy.Strategies;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntPredicate;

/**
 * The extra data that an index stores for a document, so that documents can be compared: MIN_s sketches or the sizes of
 * V_i (BGMZ 3), depending on the strategy; W_d (HZ 3) for other schemes that keep frequencies. All numbers are
 * little-endian. Thread-safe.
 */
public interface DocumentExtras {
    /** Encodes extras minutia by minutia. */
    ExtrasTally tally();

    /**
     * Encodes the extra of a document.
     *
     * @param selected its selected minutiae, including repeats, in the first {@code n} entries
     * @param words the number of its surviving words
     * @return the bytes to store; empty if the scheme needs no extra
     */
    default byte[] of(long[] selected, int n, long words) {
        long[] sorted = Arrays.copyOf(selected, n);
        Arrays.sort(sorted);
        ExtrasTally tally = tally();
        tally.start();
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
    default byte[] of(long[] distinct, int[] frequencies, int n, long words) {
        ExtrasTally tally = tally();
        tally.start();
        for (int i = 0; i < n; i++) {
            tally.add(distinct[i], frequencies.length == 0 ? 1 : frequencies[i]);
        }
        return tally.finish(words);
    }

    /**
     * Removes the minutiae of a query that an index of the scheme cannot hold for its text, because they were selected
     * by another strategy.
     *
     * @param words the number of surviving words of the text
     */
    default long[] comparable(long[] minutiae, long words) {
        return minutiae;
    }

    /** The lengths in bytes that an extra can have; any other length shows damage. */
    static IntPredicate lengths(Scheme scheme) {
        int order = Sketches.width(scheme.hashing().bits());
        return switch (Strategies.comparability(scheme).kind()) {
            case SKETCHES -> length -> length % order == 0;
            case LEVELS -> length -> length % Levels.BYTES == 0;
            case SETS -> scheme.frequencies() ? length -> length == Norms.BYTES : length -> true;
        };
    }

    /** @param scheme with its selection written out in full */
    static DocumentExtras of(Scheme scheme) {
        return switch (Strategies.comparability(scheme).kind()) {
            case SKETCHES -> new Sketches(ChunkHash.of(scheme.hashing()));
            case LEVELS -> new Levels(ChunkHash.of(scheme.hashing()));
            case SETS -> scheme.frequencies() ? new Norms() : new None();
        };
    }

    /** Encodes the {@link DocumentExtras} of documents minutia by minutia. Reusable. One thread at a time. */
    interface ExtrasTally {
        void start();

        /**
         * Adds a minutia of the document. Each is added once, in unsigned ascending order.
         *
         * @param count how often it was selected
         */
        void add(long minutia, int count);

        /**
         * Returns the bytes to store, the same as {@link DocumentExtras#of(long[], int, long)}.
         *
         * @param words the number of surviving words of the document
         */
        byte[] finish(long words);
    }

    private static void put(byte[] bytes, int at, int width, long value) {
        for (int i = 0; i < width; i++) {
            bytes[at + i] = (byte) (value >>> 8 * i);
        }
    }

    private static long get(byte[] bytes, int at, int width) {
        long value = 0;
        for (int i = 0; i < width; i++) {
            value |= (bytes[at + i] & 0xFFL) << 8 * i;
        }
        return value;
    }

    /** The extras of a scheme that stores only minutiae. */
    record None() implements DocumentExtras, ExtrasTally {
        private static final byte[] NOTHING = {};

        @Override
        public byte[] of(long[] selected, int n, long words) {
            return NOTHING;
        }

        @Override
        public byte[] of(long[] distinct, int[] frequencies, int n, long words) {
            return NOTHING;
        }

        @Override
        public ExtrasTally tally() {
            return this;
        }

        @Override
        public void start() {}

        @Override
        public void add(long minutia, int count) {}

        @Override
        public byte[] finish(long words) {
            return NOTHING;
        }
    }

    /**
     * The sketch MIN_s of a document: the distinct orders ({@link ChunkHash#order}) of its selected minutiae, unsigned
     * ascending, in ⌈W ÷ 8⌉ bytes each. Two sketches give an estimate of resemblance (BGMZ 3).
     */
    record Sketches(ChunkHash hash) implements DocumentExtras {
        /** Collects the orders: min-s keeps s of them of any document. */
        @Override
        public ExtrasTally tally() {
            LongArrayList orders = new LongArrayList();
            return new ExtrasTally() {
                @Override
                public void start() {
                    orders.clear();
                }

                @Override
                public void add(long minutia, int count) {
                    orders.addLong(hash.order(minutia) ^ Long.MIN_VALUE);
                }

                @Override
                public byte[] finish(long words) {
                    long[] sorted = orders.toLongArray();
                    Arrays.sort(sorted);
                    int width = width(hash.bits());
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
            };
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
                int order = i == a.length
                        ? 1
                        : j == b.length ? -1 : Long.compareUnsigned(get(a, i, width), get(b, j, width));
                shared += order == 0 ? 1 : 0;
                i += order <= 0 ? width : 0;
                j += order >= 0 ? width : 0;
                union++;
            }
            return union == 0 ? 0 : (double) shared / union;
        }

        static int width(int bits) {
            return (bits + 7) / 8;
        }
    }

    /**
     * |V_i(D)| for the level i of a document and every higher level until it is 0 (BGMZ 3), four bytes each. Two
     * documents are compared at the larger of their levels.
     */
    record Levels(ChunkHash hash) implements DocumentExtras {
        /** The length of one size. */
        static final int BYTES = 4;

        @Override
        public ExtrasTally tally() {
            int[] atDepth = new int[65];
            return new ExtrasTally() {
                @Override
                public void start() {
                    Arrays.fill(atDepth, 0);
                }

                @Override
                public void add(long minutia, int count) {
                    atDepth[ModBySize.depth(hash.order(minutia))]++;
                }

                @Override
                public byte[] finish(long words) {
                    int deepest = atDepth.length - 1;
                    while (deepest >= 0 && atDepth[deepest] == 0) {
                        deepest--;
                    }
                    int level = ModBySize.level(words);
                    byte[] bytes = new byte[Math.max(0, deepest - level + 1) * BYTES];
                    int size = 0;
                    for (int depth = deepest; depth >= level; depth--) {
                        size += atDepth[depth];
                        put(bytes, (depth - level) * BYTES, BYTES, size);
                    }
                    return bytes;
                }
            };
        }

        /** V_i, where i is the level of the text. Minutiae below that level are not comparable. */
        @Override
        public long[] comparable(long[] minutiae, long words) {
            int level = ModBySize.level(words);
            return Arrays.stream(minutiae)
                    .filter(m -> ModBySize.depth(hash.order(m)) >= level)
                    .toArray();
        }

        /**
         * Returns |V_level(D)|.
         *
         * @param extra the extra of D
         * @param words the number of surviving words of D
         * @param level the level of D or a higher one
         */
        static long size(byte[] extra, long words, int level) {
            int at = (level - ModBySize.level(words)) * BYTES;
            return at + BYTES > extra.length ? 0 : get(extra, at, BYTES);
        }
    }

    /**
     * W_d = √Σ(1 + ln f_d,t)², the length of a document in the cosine measure (HZ 3), as a double. It is summed in the
     * order of ascending frequencies, with {@link StrictMath}, so that its bytes are the same on every machine.
     */
    record Norms() implements DocumentExtras {
        static final int BYTES = 8;

        @Override
        public ExtrasTally tally() {
            return new FrequencyTally();
        }

        /** @throws IndexOutOfBoundsException if the extra does not have the length of a norm */
        static double read(byte[] extra) {
            if (extra.length != BYTES) {
                throw new IndexOutOfBoundsException("the extra of a document has " + extra.length
                        + " bytes; a norm for the cosine measure has " + BYTES);
            }
            return Double.longBitsToDouble(get(extra, 0, BYTES));
        }

        /**
         * Counts how many minutiae have each frequency, so that it serves documents of any size. Few frequencies are
         * large, because their sum is the number of chunks of the document.
         */
        private static final class FrequencyTally implements ExtrasTally {
            private static final int SMALL = 1 << 8;

            private final long[] small = new long[SMALL];
            private final TreeMap<Integer, Long> large = new TreeMap<>();
            private int end = 1;

            @Override
            public void start() {
                Arrays.fill(small, 0, end, 0);
                end = 1;
                large.clear();
            }

            @Override
            public void add(long minutia, int count) {
                if (count < SMALL) {
                    small[count]++;
                    end = Math.max(end, count + 1);
                } else {
                    large.merge(count, 1L, Long::sum);
                }
            }

            @Override
            public byte[] finish(long words) {
                double squares = 0;
                for (int f = 1; f < end; f++) {
                    squares = plus(squares, f, small[f]);
                }
                for (Map.Entry<Integer, Long> some : large.entrySet()) {
                    squares = plus(squares, some.getKey(), some.getValue());
                }
                byte[] bytes = new byte[BYTES];
                put(bytes, 0, BYTES, Double.doubleToLongBits(Math.sqrt(squares)));
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
}
