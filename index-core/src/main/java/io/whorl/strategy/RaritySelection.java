package io.whorl.strategy;

import io.whorl.LimitExceededException;
import io.whorl.select.ChunkBlock;
import io.whorl.select.ChunkNeeds;
import io.whorl.select.SelectedChunks;
import io.whorl.select.SelectionProvider;
import io.whorl.select.Selector;
import io.whorl.strategy.BuiltInStrategy.BuiltInProvider;
import io.whorl.strategy.BuiltInStrategy.ChunkRules;
import io.whorl.strategy.BuiltInStrategy.Defaults;
import io.whorl.strategy.BuiltInStrategy.HeldChunks;
import java.util.Arrays;
import java.util.List;

/**
 * The strategies that select what is rarest in the document (HZ 5). They hold every chunk until the document ends,
 * because only then its frequencies are known.
 */
final class RaritySelection {
    static final List<SelectionProvider> PROVIDERS = List.of(RarestInDocument.PROVIDER, RarestPrefix.PROVIDER);

    private RaritySelection() {}

    /** Keeps the r candidates of lowest frequency; ties go to the earliest place. Memory is O(r). */
    private static final class Rarest {
        // A max-heap of (frequency << 32 | place): unsigned-safe since both are non-negative ints.
        private long[] heap;
        private final int r;
        private int count;

        Rarest(int r) {
            this.r = r;
            this.heap = new long[Math.min(r, 64)];
        }

        void clear() {
            count = 0;
        }

        void offer(int frequency, int place) {
            long key = (long) frequency << 32 | place;
            if (count < r) {
                if (count == heap.length) {
                    heap = Arrays.copyOf(heap, Math.min(r, heap.length * 2));
                }
                rise(key);
            } else if (key < heap[0]) {
                sink(key);
            }
        }

        /** The places of the kept candidates, in no particular order. */
        int[] places() {
            int[] places = new int[count];
            for (int i = 0; i < count; i++) {
                places[i] = (int) heap[i];
            }
            return places;
        }

        private void rise(long key) {
            int i = count++;
            while (i > 0 && heap[(i - 1) >> 1] < key) {
                heap[i] = heap[(i - 1) >> 1];
                i = (i - 1) >> 1;
            }
            heap[i] = key;
        }

        private void sink(long key) {
            int i = 0;
            for (int child = 1; child < count; child = 2 * i + 1) {
                if (child + 1 < count && heap[child + 1] > heap[child]) {
                    child++;
                }
                if (heap[child] <= key) {
                    break;
                }
                heap[i] = heap[child];
                i = child;
            }
            heap[i] = key;
        }
    }

    /**
     * Selects the r minutiae of lowest frequency in the document; ties go to the earliest (HZ 5). Each minutia is
     * selected once, with its first chunk.
     */
    private static final class RarestInDocument implements Selector {
        static final SelectionProvider PROVIDER =
                new BuiltInProvider("rarest-in-document", List.of("r"), (parameters, chunking, order) -> {
                    int r = parameters.integer("r", Defaults.R, 1, Defaults.MOST);
                    return BuiltInStrategy.holding(parameters, () -> new RarestInDocument(r));
                });

        private final HeldChunks held = new HeldChunks();
        private final Rarest rarest;

        private RarestInDocument(int r) {
            rarest = new Rarest(r);
        }

        @Override
        public void start() {
            held.clear();
            rarest.clear();
        }

        @Override
        public boolean accept(ChunkBlock chunks, SelectedChunks out) {
            held.addAll(chunks);
            return true;
        }

        @Override
        public void finish(long words, long chunks, SelectedChunks out) {
            long[] distinct = held.sorted();
            int[] frequency = new int[distinct.length];
            int runs = 0;
            for (int i = 0; i < distinct.length; i++) {
                if (runs == 0 || distinct[i] != distinct[runs - 1]) {
                    distinct[runs++] = distinct[i];
                }
                frequency[runs - 1]++;
            }
            for (int place = 0; place < held.count(); place++) {
                int run = Arrays.binarySearch(distinct, 0, runs, held.minutia(place));
                if (frequency[run] > 0) {
                    rarest.offer(frequency[run], place);
                    frequency[run] = 0;
                }
            }
            int[] places = rarest.places();
            held.select(places, places.length, out);
            held.clear();
        }
    }

    /**
     * Selects the r chunks whose first word has the rarest prefix of p letters among the first words of all chunks;
     * ties go to the earliest (HZ 5, rarest prefix). A shorter word is its own prefix. A letter is a code point.
     */
    private static final class RarestPrefix implements Selector {
        /** The maximum length of an array that is kept for the next document. */
        private static final int KEPT = 1 << 18;
        /** The heap per chunk in bytes if each chunk has another prefix, without the letters; see {@link Prefixes}. */
        private static final int PREFIXED = HeldChunks.BYTES + 48;

        static final SelectionProvider PROVIDER =
                new BuiltInProvider("rarest-prefix", List.of("r", "p"), (parameters, chunking, order) -> {
                    ChunkRules.requireWords("rarest-prefix", chunking);
                    int r = parameters.integer("r", Defaults.R, 1, Defaults.MOST);
                    int p = parameters.integer("p", 5, 1, 100);
                    return new BuiltInStrategy(
                            parameters.selection(),
                            ChunkNeeds.FIRST_WORD,
                            false,
                            PREFIXED + 8 * p,
                            () -> new RarestPrefix(r, p));
                });

        private final int p;
        private final HeldChunks held = new HeldChunks();
        private final Prefixes prefixes = new Prefixes();
        private final Rarest rarest;
        private int[] prefix = new int[1 << 10];

        private RarestPrefix(int r, int p) {
            this.p = p;
            rarest = new Rarest(r);
        }

        @Override
        public void start() {
            held.clear();
            prefixes.clear();
            if (prefix.length > KEPT) {
                prefix = new int[1 << 10];
            }
            rarest.clear();
        }

        @Override
        public boolean accept(ChunkBlock chunks, SelectedChunks out) {
            int place = held.count();
            held.addAll(chunks);
            if (held.count() > prefix.length) {
                prefix = Arrays.copyOf(prefix, Math.max(held.count(), prefix.length + (prefix.length >> 1)));
            }
            for (int k = 0; k < chunks.count; k++) {
                int from = chunks.firstWordStart(k);
                int to = chunks.firstWordEnd[k];
                prefix[place + k] = prefixes.number(chunks.firstWord, from, prefixEnd(chunks.firstWord, from, to));
            }
            return true;
        }

        @Override
        public void finish(long words, long chunks, SelectedChunks out) {
            int[] frequency = new int[prefixes.count()];
            for (int place = 0; place < held.count(); place++) {
                frequency[prefix[place]]++;
            }
            for (int place = 0; place < held.count(); place++) {
                rarest.offer(frequency[prefix[place]], place);
            }
            int[] places = rarest.places();
            held.select(places, places.length, out);
            start();
        }

        private int prefixEnd(byte[] utf8, int from, int to) {
            int letters = 0;
            for (int i = from; i < to; i++) {
                // A code point begins at every byte that is not a continuation byte (10xxxxxx).
                if ((utf8[i] & 0xC0) != 0x80 && letters++ == p) {
                    return i;
                }
            }
            return to;
        }
    }

    /** Numbers distinct byte strings from 0 in the order of their first occurrence, without an object for each. */
    static final class Prefixes {
        /** The maximum number of slots of a table that is kept for the next document. */
        private static final int KEPT = 1 << 18;

        private static final int MOST = Integer.MAX_VALUE - 8;

        private final int most;
        private byte[] pool = new byte[1 << 10];
        private int[] end = new int[1 << 7];
        private int[] table = new int[1 << 8];
        private int count;

        Prefixes() {
            this(MOST);
        }

        /** @param most the maximum number of bytes, at least 1,024; lower in tests */
        Prefixes(int most) {
            this.most = most;
        }

        void clear() {
            count = 0;
            if (table.length > KEPT) {
                pool = new byte[1 << 10];
                end = new int[1 << 7];
                table = new int[1 << 8];
            }
            Arrays.fill(table, 0);
        }

        int count() {
            return count;
        }

        /** The number of {@code bytes[from .. to - 1]}. */
        int number(byte[] bytes, int from, int to) {
            for (int slot = slot(bytes, from, to); ; slot = (slot + 1) & (table.length - 1)) {
                int number = table[slot] - 1;
                if (number < 0) {
                    table[slot] = ++count;
                    keep(bytes, from, to);
                    return count - 1;
                }
                if (Arrays.equals(pool, start(number), end[number], bytes, from, to)) {
                    return number;
                }
            }
        }

        private int start(int number) {
            return number == 0 ? 0 : end[number - 1];
        }

        private int slot(byte[] bytes, int from, int to) {
            long hash = 1;
            for (int i = from; i < to; i++) {
                hash = (hash ^ (bytes[i] & 0xFF)) * 0x9E3779B97F4A7C15L;
            }
            return (int) ((hash ^ (hash >>> 32)) * 0x9E3779B97F4A7C15L >>> 40) & (table.length - 1);
        }

        private void keep(byte[] bytes, int from, int to) {
            int start = start(count - 1);
            LimitExceededException.require(
                    "bytes of the prefixes of one document", (long) start + to - from, most, "split the document");
            int stop = start + to - from;
            if (stop > pool.length) {
                pool = Arrays.copyOf(pool, (int) Math.min(most, Math.max(stop, pool.length * 2L)));
            }
            System.arraycopy(bytes, from, pool, start, to - from);
            if (count > end.length) {
                end = Arrays.copyOf(end, end.length * 2);
            }
            end[count - 1] = stop;
            if (count * 2 > table.length) {
                rehash();
            }
        }

        private void rehash() {
            table = new int[table.length * 2];
            for (int number = 0; number < count; number++) {
                int slot = slot(pool, start(number), end[number]);
                while (table[slot] != 0) {
                    slot = (slot + 1) & (table.length - 1);
                }
                table[slot] = number + 1;
            }
        }
    }
}
