package io.whorl.hash;

import io.whorl.hash.ChunkHash.SlidingHash;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The hash of Ramakrishna and Zobel (HZ eq. 1; docs/DEFINITIONS.md, Minutiae 1), followed by Stafford's variant 13. The
 * top W bits are the minutia.
 */
final class RzHash extends ChunkHash {
    private final long seed;

    RzHash(int bits, long seed) {
        super(bits);
        this.seed = seed;
    }

    /** HZ eq. 1, with the intended precedence of operators. */
    static long step(long h, int c) {
        return h ^ (c + (h << 6) + (h >>> 2));
    }

    @Override
    public long start() {
        return seed;
    }

    @Override
    public long absorb(long state, byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) {
            state = step(state, bytes[i] & 0xFF);
        }
        return state;
    }

    @Override
    public void absorbAll(long[] states, int first, int last, byte[] bytes, int from, int to) {
        // Each step depends on the one before it. The states in turn keep the processor busy.
        for (int i = from; i < to; i++) {
            int c = bytes[i] & 0xFF;
            for (int s = first; s < last; s++) {
                states[s] = step(states[s], c);
            }
        }
    }

    @Override
    public Optional<SlidingHash> sliding(int n) {
        return Optional.of(new RzSlidingHash(n, this, seed));
    }

    @Override
    public long finish(long state) {
        return SplitMix64.mix(state) >>> (64 - bits);
    }

    /**
     * The sliding hash of {@link RzHash}. Hashes all chunks that a block completes in parallel lanes, each from its
     * first byte: the steps of one chunk depend on each other, but not on those of other chunks. The JIT compiler
     * vectorises the loops over the lanes, because they use plain arrays and do not branch on the bytes.
     *
     * <p>Each chunk is padded at its start to a multiple of eight bytes. Chunks are assigned to lanes by a counting
     * sort of their lengths in words of eight bytes, longest first. All lanes end together, so the active lanes are
     * always the first ones.
     */
    static final class RzSlidingHash implements SlidingHash {
        /**
         * The maximum number of chunks at a time: enough to make the ends of the loops cheap, few enough to stay in the
         * L2 cache.
         */
        static final int LANES = 1024;

        private static final int EIGHT = Long.BYTES;
        private static final VarHandle LONGS =
                MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
        /**
         * The index of each chunk among the eight counters for its length. Neighbouring chunks have similar lengths;
         * with a single counter per length, each increment would wait for the store of the one before it.
         */
        private static final int[] WAY =
                IntStream.range(0, LANES).map(j -> j % EIGHT).toArray();

        private final int n;
        private final int shift;
        private final RzLead lead;

        /** The units that unfinished chunks need. Eight bytes can be read at the start of every unit. */
        private byte[] window = new byte[1 << 14];
        /**
         * The positions of the spaces after the units: unit k is {@code window[edge[k] + 1] .. window[edge[k + 1] -
         * 1]}. The first is -1.
         */
        private int[] edge = new int[1 << 12];

        private int units;

        /** The counter of each chunk: its length rounded up to a multiple of eight, plus its way. */
        private final int[] counter = new int[LANES];

        private int[] counters = new int[64 * EIGHT];
        /** The index of the chunk on each lane. */
        private final int[] chunk = new int[LANES];
        /** The end of the bytes of the chunk on each lane. */
        private final int[] stop = new int[LANES];

        private final long[] states = new long[LANES];
        /** The next eight bytes of each lane; the first byte is the lowest. */
        private final long[] next = new long[LANES];

        RzSlidingHash(int n, RzHash hash, long seed) {
            this.n = n;
            shift = Long.SIZE - hash.bits();
            lead = new RzLead(seed);
            edge[0] = -1;
        }

        @Override
        public void start() {
            units = 0;
        }

        @Override
        public int slide(byte[] bytes, int[] end, int count, long[] out) {
            if (count == 0) {
                return 0;
            }
            add(bytes, end, count, edge[units] + 1);
            int chunks = Math.max(0, units - n + 1);
            for (int first = 0; first < chunks; first += LANES) {
                int most = measure(edge, first, Math.min(LANES, chunks - first)) / EIGHT;
                hash(first, Math.min(LANES, chunks - first), most, out);
            }
            keepLast(n - 1);
            return chunks;
        }

        private void add(byte[] source, int[] end, int added, int held) {
            int size = end[added - 1] + 1;
            int room = held + size + EIGHT;
            if (room > window.length) {
                window = Arrays.copyOf(window, Math.max(room, 2 * window.length));
            }
            if (units + added >= edge.length) {
                edge = Arrays.copyOf(edge, Math.max(units + added + 1, 2 * edge.length));
            }
            System.arraycopy(source, 0, window, held, size);
            move(end, 0, edge, units + 1, added, held);
            units += added;
        }

        private void keepLast(int kept) {
            int dropped = Math.max(0, units - kept);
            int from = edge[dropped] + 1;
            System.arraycopy(window, from, window, 0, edge[units] + 1 - from);
            units -= dropped;
            move(edge, dropped, edge, 0, units + 1, -from);
        }

        private static void move(int[] source, int from, int[] target, int to, int places, int by) {
            for (int i = 0; i < places; i++) {
                target[to + i] = source[from + i] + by;
            }
        }

        /**
         * Hashes consecutive chunks, of which the first begins with unit {@code first}; at most {@link #LANES}.
         *
         * @param most a bound on the length of the longest chunk in words of eight bytes
         */
        private void hash(int first, int chunks, int most, long[] out) {
            count(most, chunks);
            deal(most);
            begin(window, edge, first, chunks);
            int begun = 0;
            for (int left = most; left > 0; left--) {
                // Chunks that begin now already have their first bytes.
                read(window, begun, left * EIGHT);
                // Each counter is now the end of its lanes, so this is the number of chunks of at least that length.
                begun = counters[left * EIGHT + EIGHT - 1];
                takeFour(states, next, begun, 0);
                takeFour(states, next, begun, Integer.SIZE);
            }
            finish(states, chunks, shift);
            for (int at = 0; at < chunks; at++) {
                out[first + chunk[at]] = states[at];
            }
        }

        /** Returns the bits that any counter has, which are at least the greatest one and less than twice that. */
        private int measure(int[] edges, int first, int chunks) {
            int bits = 0;
            for (int j = 0; j < chunks; j++) {
                int length = edges[first + n + j] - edges[first + j] - 1;
                int its = ((length + EIGHT - 1) & -EIGHT) + WAY[j];
                counter[j] = its;
                bits |= its;
            }
            return bits;
        }

        private void count(int most, int chunks) {
            int used = (most + 1) * EIGHT;
            if (used > counters.length) {
                counters = new int[used];
            }
            Arrays.fill(counters, 0, used, 0);
            for (int j = 0; j < chunks; j++) {
                counters[counter[j]]++;
            }
        }

        /** Turns the counts into the first lane of each counter. */
        private void deal(int most) {
            int sum = 0;
            for (int g = most; g >= 0; g--) {
                for (int c = g * EIGHT; c < (g + 1) * EIGHT; c++) {
                    int here = counters[c];
                    counters[c] = sum;
                    sum += here;
                }
            }
        }

        /** Gives each chunk its lane, and pads it with the bytes of a lead. */
        private void begin(byte[] bytes, int[] edges, int first, int chunks) {
            long[] leadStates = lead.states;
            long[] leadBytes = lead.bytes;
            for (int j = 0; j < chunks; j++) {
                int start = edges[first + j] + 1;
                int end = edges[first + j + n];
                int lack = (start - end) & (EIGHT - 1);
                long own = (long) LONGS.get(bytes, start);
                int at = counters[counter[j]]++;
                chunk[at] = j;
                stop[at] = end;
                next[at] = (own << (lack * Byte.SIZE)) | leadBytes[lack];
                states[at] = leadStates[lack];
            }
        }

        private void read(byte[] bytes, int to, int beforeStop) {
            for (int at = 0; at < to; at++) {
                next[at] = (long) LONGS.get(bytes, stop[at] - beforeStop);
            }
        }

        /**
         * Processes four bytes of each lane's eight. With eight bytes, the loop body is too large for C2 to vectorise
         * and takes three times as long. With fewer, states are loaded and stored more often.
         */
        private static void takeFour(long[] states, long[] bytes, int lanes, int shift) {
            for (int at = 0; at < lanes; at++) {
                long c = bytes[at] >>> shift;
                long h = states[at];
                h ^= (c & 0xFF) + (h << 6) + (h >>> 2);
                h ^= ((c >>> 8) & 0xFF) + (h << 6) + (h >>> 2);
                h ^= ((c >>> 16) & 0xFF) + (h << 6) + (h >>> 2);
                h ^= ((c >>> 24) & 0xFF) + (h << 6) + (h >>> 2);
                states[at] = h;
            }
        }

        private static void finish(long[] states, int lanes, int shift) {
            for (int at = 0; at < lanes; at++) {
                states[at] = SplitMix64.mix(states[at]) >>> shift;
            }
        }

        /**
         * For each length up to seven, a state and so many bytes that lead from it to the seed. A chunk with such a
         * lead before it has a length that is a multiple of eight and still hashes to the same minutia, so that no
         * bytes remain to be hashed one by one. Immutable.
         */
        static final class RzLead {
            /** The state before the lead of each length; the seed at length 0. */
            final long[] states = new long[Long.BYTES];
            /** The bytes of the lead of each length; the first byte is the lowest. */
            final long[] bytes = new long[Long.BYTES];

            RzLead(long seed) {
                states[0] = seed;
                if (!extend(1)) {
                    throw new IllegalArgumentException("seed is " + seed + ", which no " + (Long.BYTES - 1)
                            + " bytes lead to from any state; choose another seed");
                }
            }

            /**
             * Finds the leads of this length and all greater ones. On average, one state leads to a given state by a
             * given byte, so there are about 256 candidates at each length. Backtracking makes the search complete.
             */
            private boolean extend(int length) {
                if (length == Long.BYTES) {
                    return true;
                }
                long next = states[length - 1];
                for (int c = 0; c <= 0xFF; c++) {
                    for (int low = 0; low <= 3; low++) {
                        long state = before(next, c, low);
                        if (RzHash.step(state, c) == next) {
                            states[length] = state;
                            bytes[length] = (bytes[length - 1] << Byte.SIZE) | c;
                            if (extend(length + 1)) {
                                return true;
                            }
                        }
                    }
                }
                return false;
            }

            /**
             * The only state with these two low bits from which byte {@code c} can lead to {@code next}. Bit i of the
             * result depends on the bits of the state up to i + 2, and on bit i + 2 only by xor. Bits 62 and 63 of the
             * result are not ensured.
             */
            private static long before(long next, int c, int low) {
                long state = low;
                for (int i = 0; i + 2 < Long.SIZE; i++) {
                    long wrong = ((RzHash.step(state, c) ^ next) >>> i) & 1;
                    state |= wrong << (i + 2);
                }
                return state;
            }
        }
    }
}
