package io.whorl.hash;

import io.whorl.hash.ChunkHash.SlidingHash;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
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
    SlidingHash slidingOver(int n) {
        return new RzSlidingHash(n, this, seed);
    }

    @Override
    public long finish(long state) {
        return SplitMix64.mix(state) >>> (64 - bits);
    }

    /**
     * The sliding hash of {@link RzHash}. Hashes all chunks that a block completes in parallel lanes, each from its
     * first byte.
     */
    static final class RzSlidingHash implements SlidingHash {
        /**
         * A window of more bytes has such long units that few chunks would share the lanes; copying it would not pay.
         */
        static final int MOST_BYTES = 1 << 18;

        private final int n;
        private final UnitWindow window = new UnitWindow();
        private final RzLanes lanes;
        private final SlidingHash unitByUnit;
        /** True if the document has exceeded that limit. */
        private boolean tooLong;

        RzSlidingHash(int n, RzHash hash, long seed) {
            this.n = n;
            this.lanes = new RzLanes(n, hash.bits(), seed);
            this.unitByUnit = OpenChunks.sliding(hash, n);
        }

        @Override
        public void start() {
            window.clear();
            tooLong = false;
        }

        @Override
        public int slide(byte[] bytes, int[] end, int count, long[] out) {
            if (count == 0) {
                return 0;
            }
            if (!tooLong && end[count - 1] >= MOST_BYTES - window.length()) {
                switchToUnitByUnit(out);
            }
            if (tooLong) {
                return unitByUnit.slide(bytes, end, count, out);
            }
            window.add(bytes, end, count);
            int chunks = Math.max(0, window.count - n + 1);
            for (int first = 0; first < chunks; first += ChunkLanes.MOST) {
                lanes.hash(window, first, Math.min(ChunkLanes.MOST, chunks - first), out);
            }
            window.keepLast(n - 1);
            return chunks;
        }

        /** Continues with one unit at a time. The window holds too few units for a chunk, so no minutia results. */
        private void switchToUnitByUnit(long[] out) {
            tooLong = true;
            unitByUnit.start();
            int[] end = Arrays.copyOfRange(window.edge, 1, window.count + 1);
            unitByUnit.slide(window.bytes, end, window.count, out);
        }

        /**
         * Hashes many chunks by {@link RzHash}, each on its own lane. The steps of one chunk depend on each other, but
         * not on those of other chunks. The JIT compiler vectorises the loops over the lanes, because they use plain
         * arrays and do not branch on the bytes. Reused; not thread-safe.
         */
        private static final class RzLanes {
            private static final VarHandle LONGS =
                    MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

            private final int n;
            private final int bits;
            private final RzLead lead;
            private final ChunkLanes lanes = new ChunkLanes();
            private final long[] states = new long[ChunkLanes.MOST];
            /** The next eight bytes of each lane; the first byte is the lowest. */
            private final long[] next = new long[ChunkLanes.MOST];

            RzLanes(int n, int bits, long seed) {
                this.n = n;
                this.bits = bits;
                this.lead = new RzLead(seed);
            }

            /**
             * Hashes consecutive chunks, of which the first begins with unit {@code first}. There are at most
             * {@link ChunkLanes#MOST}.
             */
            void hash(UnitWindow units, int first, int chunks, long[] out) {
                int most = lanes.reserve(units, n, first, chunks);
                begin(units, first, chunks);
                int begun = 0;
                for (int left = most; left > 0; left--) {
                    // Chunks that begin now already have their first bytes.
                    read(units.bytes, begun, left * Long.BYTES);
                    begun = lanes.lanesWith(left);
                    takeFour(states, next, begun, 0);
                    takeFour(states, next, begun, Integer.SIZE);
                }
                finish(states, chunks, 64 - bits);
                for (int at = 0; at < chunks; at++) {
                    out[first + lanes.chunk[at]] = states[at];
                }
            }

            /** Pads each chunk at its start to a multiple of eight bytes, with the bytes of a lead. */
            private void begin(UnitWindow units, int first, int chunks) {
                byte[] bytes = units.bytes;
                int[] edge = units.edge;
                long[] leadStates = lead.states;
                long[] leadBytes = lead.bytes;
                for (int j = 0; j < chunks; j++) {
                    int start = edge[first + j] + 1;
                    int stop = edge[first + j + n];
                    int lack = start - stop & Long.BYTES - 1;
                    long own = (long) LONGS.get(bytes, start);
                    int at = lanes.take(j, stop);
                    next[at] = own << lack * Byte.SIZE | leadBytes[lack];
                    states[at] = leadStates[lack];
                }
            }

            private void read(byte[] bytes, int to, int beforeStop) {
                int[] stop = lanes.stop;
                for (int at = 0; at < to; at++) {
                    next[at] = (long) LONGS.get(bytes, stop[at] - beforeStop);
                }
            }

            /**
             * Processes four bytes of each lane's eight. With eight bytes, the loop body is too large for C2 to
             * vectorise and takes three times as long. With fewer, states are loaded and stored more often.
             */
            private static void takeFour(long[] states, long[] bytes, int lanes, int shift) {
                for (int at = 0; at < lanes; at++) {
                    long c = bytes[at] >>> shift;
                    long h = states[at];
                    h ^= (c & 0xFF) + (h << 6) + (h >>> 2);
                    h ^= (c >>> 8 & 0xFF) + (h << 6) + (h >>> 2);
                    h ^= (c >>> 16 & 0xFF) + (h << 6) + (h >>> 2);
                    h ^= (c >>> 24 & 0xFF) + (h << 6) + (h >>> 2);
                    states[at] = h;
                }
            }

            private static void finish(long[] states, int lanes, int shift) {
                for (int at = 0; at < lanes; at++) {
                    states[at] = SplitMix64.mix(states[at]) >>> shift;
                }
            }
        }

        /**
         * Assigns chunks to lanes, sorted by length in words of eight bytes (rounded up), longest first. All lanes end
         * together, so the active lanes are always the first ones. A counting sort. Reused; not thread-safe.
         */
        static final class ChunkLanes {
            /**
             * The maximum number of chunks: enough to make the ends of the loops cheap, few enough to stay in the L2
             * cache.
             */
            static final int MOST = 1024;

            private static final int EIGHT = Long.BYTES;
            /**
             * The index of each chunk among the eight counters for its length. Neighbouring chunks have similar
             * lengths; with a single counter per length, each increment would wait for the store of the one before it.
             */
            private static final int[] WAY =
                    IntStream.range(0, MOST).map(j -> j % EIGHT).toArray();

            /** The index of the chunk on each lane. */
            final int[] chunk = new int[MOST];
            /** The end of the bytes of the chunk on each lane. */
            final int[] stop = new int[MOST];
            /** The counter of each chunk: its length rounded up to a multiple of eight, plus its way. */
            private final int[] counter = new int[MOST];

            private int[] counters = new int[64 * EIGHT];

            /**
             * Reserves lanes for consecutive chunks of n units, of which the first begins with unit {@code first}.
             *
             * @return a bound on the length of the longest chunk in words of eight bytes
             */
            int reserve(UnitWindow units, int n, int first, int chunks) {
                int most = measure(units.edge, n, first, chunks) / EIGHT;
                count(most, chunks);
                toLanes(most);
                return most;
            }

            /**
             * The number of chunks with at least so many words of eight bytes. They are on the first lanes. Valid after
             * each chunk has taken its lane.
             */
            int lanesWith(int leastEights) {
                return counters[leastEights * EIGHT + EIGHT - 1];
            }

            /** Returns the bits that any counter has, which are at least the greatest one and less than twice that. */
            private int measure(int[] edge, int n, int first, int chunks) {
                int bits = 0;
                for (int j = 0; j < chunks; j++) {
                    int length = edge[first + n + j] - edge[first + j] - 1;
                    int its = (length + EIGHT - 1 & -EIGHT) + WAY[j];
                    counter[j] = its;
                    bits |= its;
                }
                return bits;
            }

            private void count(int most, int chunks) {
                int used = (most + 1) * EIGHT;
                if (used > counters.length) {
                    counters = new int[2 * used];
                }
                Arrays.fill(counters, 0, used, 0);
                for (int j = 0; j < chunks; j++) {
                    counters[counter[j]]++;
                }
            }

            /** Turns the counts into the first lane of each counter. */
            private void toLanes(int most) {
                int sum = 0;
                for (int g = most; g >= 0; g--) {
                    for (int c = g * EIGHT; c < (g + 1) * EIGHT; c++) {
                        int here = counters[c];
                        counters[c] = sum;
                        sum += here;
                    }
                }
            }

            /**
             * Assigns chunk {@code j} to a lane. After all chunks are assigned, each counter holds the end of its
             * lanes, which {@link #lanesWith} reads.
             *
             * @param chunkStop the end of its bytes
             * @return its lane
             */
            int take(int j, int chunkStop) {
                int at = counters[counter[j]]++;
                chunk[at] = j;
                stop[at] = chunkStop;
                return at;
            }
        }

        /**
         * The units of a document that unfinished chunks need, in one array with a space after each. Reused; not
         * thread-safe.
         */
        private static final class UnitWindow {
            /** The units. Eight bytes can be read at the start of every unit. */
            byte[] bytes = new byte[1 << 14];
            /**
             * The positions of the spaces: unit k is {@code bytes[edge[k] + 1] .. bytes[edge[k + 1] - 1]}. The first is
             * -1.
             */
            int[] edge = new int[1 << 12];

            int count;

            UnitWindow() {
                edge[0] = -1;
            }

            void clear() {
                count = 0;
            }

            /** The number of bytes, including spaces. */
            int length() {
                return edge[count] + 1;
            }

            /** Adds units in the form of {@link SlidingHash#slide}; at least one. */
            void add(byte[] source, int[] end, int added) {
                int at = length();
                int size = end[added - 1] + 1;
                int room = at + size + Long.BYTES;
                if (room > bytes.length) {
                    bytes = Arrays.copyOf(bytes, Math.max(room, 2 * bytes.length));
                }
                if (count + added >= edge.length) {
                    edge = Arrays.copyOf(edge, Math.max(count + added + 1, 2 * edge.length));
                }
                System.arraycopy(source, 0, bytes, at, size);
                moved(end, 0, edge, count + 1, added, at);
                count += added;
            }

            /** Keeps at most this many of the last units. */
            void keepLast(int units) {
                int dropped = Math.max(0, count - units);
                int from = edge[dropped] + 1;
                System.arraycopy(bytes, from, bytes, 0, length() - from);
                count -= dropped;
                moved(edge, dropped, edge, 0, count + 1, -from);
            }

            private static void moved(int[] source, int from, int[] target, int to, int places, int by) {
                for (int i = 0; i < places; i++) {
                    target[to + i] = source[from + i] + by;
                }
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
                            bytes[length] = bytes[length - 1] << Byte.SIZE | c;
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
                    long wrong = (RzHash.step(state, c) ^ next) >>> i & 1;
                    state |= wrong << i + 2;
                }
                return state;
            }
        }
    }
}
