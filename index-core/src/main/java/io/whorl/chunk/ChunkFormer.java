package io.whorl.chunk;

import io.whorl.hash.ChunkHash;
import io.whorl.hash.SlidingHash;
import io.whorl.scheme.Chunking;
import io.whorl.select.ChunkBlock;
import io.whorl.select.ChunkNeeds;
import io.whorl.text.WordBlock;
import java.util.Arrays;

/**
 * Decides where chunks begin and end, and hashes them. Chunks end in the order in which they begin, so what a chunk
 * needs until its end is in queues:
 *
 * <pre>
 * units ──► former ──► {@code OpenChunks}: states of the hash, or the units of bags
 *              │
 *              └─────► {@code ChunkStarts}: the first word or the position of each open chunk
 * </pre>
 *
 * The common case, a chunk at each word, has a class of its own and hashes a block of units in one pass. One thread at
 * a time; reusable.
 */
abstract class ChunkFormer {
    /** Creates the former for these rules. */
    static ChunkFormer of(Chunking chunking, ChunkHash hash, ChunkNeeds needs) {
        ChunkStarts starts = new ChunkStarts(needs);
        boolean bag = chunking.order() == Chunking.Order.BAG;
        if (chunking.breakpoints().isEmpty() && chunking.step() == 1 && !bag) {
            return new SlidingChunks(chunking.granularity(), hash, starts);
        }
        OpenChunks open = bag ? new OpenBags(hash) : new OpenSequences(hash);
        return chunking.breakpoints().isPresent()
                ? new BreakpointChunks(chunking.breakpoints().getAsInt(), hash, open, starts)
                : new SteppedChunks(chunking, open, starts);
    }

    /** Begins a document. */
    abstract void start();

    /** Adds the chunks that these units complete. */
    abstract void accept(WordBlock units, ChunkBlock out);

    /** Adds the chunk that the end of the document completes, if there is one. */
    abstract void finish(ChunkBlock out);

    /**
     * Chunks of n units in sequence with step 1 (COPS strategies A and C), the common case. Hashed in one pass. A
     * document with fewer units is one chunk.
     */
    private static final class SlidingChunks extends ChunkFormer {
        private final SlidingHash hash;
        private final int n;
        private final ChunkStarts starts;
        private final SlidingFirstWords firstWords = new SlidingFirstWords();
        /** The number of units that are missing before a unit completes the first chunk of the document. */
        private int missing;
        /** The first n units of the document, and their number. */
        private final OpenChunks whole;

        private int units;

        SlidingChunks(int n, ChunkHash hash, ChunkStarts starts) {
            this.n = n;
            this.hash = hash.sliding(n);
            this.starts = starts;
            whole = new OpenSequences(hash);
        }

        @Override
        void start() {
            missing = n - 1;
            units = 0;
            whole.start();
            whole.begin();
            hash.start();
            starts.start();
            firstWords.start();
        }

        @Override
        void accept(WordBlock block, ChunkBlock out) {
            out.reserve(block.count);
            out.count = hash.slide(block.bytes, block.end, block.count, out.minutia);
            for (int k = 0; k < block.count && units < n; k++, units++) {
                whole.add(block, k);
            }
            if (starts.needs() == ChunkNeeds.FIRST_WORD) {
                firstWords.accept(block, out);
            } else if (starts.needs() == ChunkNeeds.STRUCTURE) {
                for (int k = 0, chunk = 0; k < block.count; k++) {
                    starts.next(block, k, true);
                    if (missing > 0) {
                        missing--;
                    } else {
                        starts.end(out, chunk++);
                    }
                }
            }
        }

        @Override
        void finish(ChunkBlock out) {
            if (units > 0 && units < n) {
                if (starts.needs() == ChunkNeeds.STRUCTURE) {
                    starts.end(out, out.count);
                }
                out.add(whole.endOldest());
            }
        }
    }

    /**
     * The first words of overlapping chunks. Each word begins a chunk, so the words of a block are copied at once,
     * behind those that began chunks which the block completes. The block of chunks shares the arrays, and reads them
     * only until the next words are added.
     */
    private static final class SlidingFirstWords {
        /** The words of unfinished chunks and of the block, each followed by a space. */
        private byte[] bytes = new byte[1 << 14];

        private int[] end = new int[1 << 12];
        private int count;
        /** The words at the front whose chunks have ended. */
        private int ended;

        void start() {
            count = 0;
            ended = 0;
        }

        /** @param out the chunks that these words complete */
        void accept(WordBlock words, ChunkBlock out) {
            dropEnded();
            if (words.count > 0) {
                add(words);
            }
            out.firstWord = bytes;
            out.firstWordEnd = end;
            ended = out.count;
        }

        private int startOf(int word) {
            return word == 0 ? 0 : end[word - 1] + 1;
        }

        private void dropEnded() {
            int from = startOf(ended);
            System.arraycopy(bytes, from, bytes, 0, startOf(count) - from);
            count -= ended;
            for (int i = 0; i < count; i++) {
                end[i] = end[ended + i] - from;
            }
            ended = 0;
        }

        private void add(WordBlock words) {
            int used = startOf(count);
            int size = words.end[words.count - 1] + 1;
            if (used + size > bytes.length) {
                bytes = Arrays.copyOf(bytes, Math.max(used + size, 2 * bytes.length));
            }
            if (count + words.count > end.length) {
                end = Arrays.copyOf(end, Math.max(count + words.count, 2 * end.length));
            }
            System.arraycopy(words.bytes, 0, bytes, used, size);
            for (int i = 0; i < words.count; i++) {
                end[count + i] = words.end[i] + used;
            }
            count += words.count;
        }
    }

    /** Chunks of any length and step: COMBINE(n, step, unit) of COPS 3.1. A document with fewer units is one chunk. */
    private static final class SteppedChunks extends ChunkFormer {
        private final int n;
        private final int step;
        private final boolean keepsShortTail;
        private final OpenChunks open;
        private final ChunkStarts starts;
        /** The number of units before the next chunk begins, and before the oldest open chunk ends. */
        private int toNextBegin;

        private int toNextEnd;
        /** Whether a chunk of the document has ended. */
        private boolean ended;

        SteppedChunks(Chunking chunking, OpenChunks open, ChunkStarts starts) {
            this.n = chunking.granularity();
            this.step = chunking.step();
            this.keepsShortTail = chunking.keepsShortTail();
            this.open = open;
            this.starts = starts;
        }

        @Override
        void start() {
            toNextBegin = 0;
            toNextEnd = n - 1;
            ended = false;
            open.start();
            starts.start();
        }

        @Override
        void accept(WordBlock units, ChunkBlock out) {
            for (int k = 0; k < units.count; k++) {
                starts.next(units, k, toNextBegin == 0);
                if (toNextBegin == 0) {
                    open.begin();
                    toNextBegin = step;
                }
                toNextBegin--;
                open.add(units, k);
                if (toNextEnd == 0) {
                    end(out);
                    toNextEnd = step;
                }
                toNextEnd--;
            }
        }

        @Override
        void finish(ChunkBlock out) {
            if (open.count() > 0 && (keepsShortTail || !ended)) {
                end(out);
            }
        }

        private void end(ChunkBlock out) {
            starts.end(out, out.count);
            out.add(open.endOldest());
            ended = true;
        }
    }

    /**
     * Forms chunks by hashed breakpoints (COPS 4.2, strategy D): a unit whose own minutia is 0 modulo K ends the chunk.
     */
    private static final class BreakpointChunks extends ChunkFormer {
        private final int modulus;
        private final ChunkHash hash;
        private final OpenChunks open;
        private final ChunkStarts starts;

        BreakpointChunks(int modulus, ChunkHash hash, OpenChunks open, ChunkStarts starts) {
            this.modulus = modulus;
            this.hash = hash;
            this.open = open;
            this.starts = starts;
        }

        @Override
        void start() {
            open.start();
            starts.start();
        }

        @Override
        void accept(WordBlock units, ChunkBlock out) {
            for (int k = 0; k < units.count; k++) {
                starts.next(units, k, open.count() == 0);
                if (open.count() == 0) {
                    open.begin();
                }
                open.add(units, k);
                long own = hash.finish(hash.absorb(hash.start(), units.bytes, units.start(k), units.end[k]));
                if (Long.remainderUnsigned(own, modulus) == 0) {
                    end(out);
                }
            }
        }

        @Override
        void finish(ChunkBlock out) {
            if (open.count() > 0) {
                end(out);
            }
        }

        private void end(ChunkBlock out) {
            starts.end(out, out.count);
            out.add(open.endOldest());
        }
    }

    /** The chunks that have begun but not ended, oldest first. */
    private interface OpenChunks {
        /** Begins a document. */
        void start();

        /** Begins a chunk with the next unit that is added. */
        void begin();

        /** Adds a unit to every open chunk. */
        void add(WordBlock units, int k);

        /** Ends the oldest chunk with the unit that was added last, and returns its minutia. */
        long endOldest();

        /** The number of open chunks. */
        int count();
    }

    /** Open chunks whose units are hashed in sequence, with one state each. */
    private static final class OpenSequences implements OpenChunks {
        private static final byte[] SPACE = {' '};

        private final ChunkHash hash;
        private long[] states = new long[4];
        private int count;
        /** The number of open chunks that hold a unit: all, or all but the one that has just begun. */
        private int begun;

        OpenSequences(ChunkHash hash) {
            this.hash = hash;
        }

        @Override
        public void start() {
            count = 0;
            begun = 0;
        }

        @Override
        public void begin() {
            if (count == states.length) {
                states = Arrays.copyOf(states, count * 2);
            }
            states[count++] = hash.start();
        }

        @Override
        public void add(WordBlock units, int k) {
            // The space is hashed before a unit, not after it, because it is not known whether another unit follows.
            hash.absorbAll(states, 0, begun, SPACE, 0, 1);
            hash.absorbAll(states, 0, count, units.bytes, units.start(k), units.end[k]);
            begun = count;
        }

        @Override
        public long endOldest() {
            long minutia = hash.finish(states[0]);
            count--;
            begun--;
            System.arraycopy(states, 1, states, 0, count);
            return minutia;
        }

        @Override
        public int count() {
            return count;
        }
    }

    /** Open chunks whose units are sorted by their bytes before they are hashed (docs/DEFINITIONS.md, Chunks 4). */
    private static final class OpenBags implements OpenChunks {
        private static final byte[] SPACE = {' '};

        private final ChunkHash hash;
        private final SortedUnits units = new SortedUnits();
        /** The index in the document of the first unit of each open chunk, oldest first. */
        private long[] begins = new long[4];

        private int count;
        private long seen;

        OpenBags(ChunkHash hash) {
            this.hash = hash;
        }

        @Override
        public void start() {
            units.clear();
            count = 0;
            seen = 0;
        }

        @Override
        public void begin() {
            if (count == begins.length) {
                begins = Arrays.copyOf(begins, count * 2);
            }
            begins[count++] = seen;
        }

        @Override
        public void add(WordBlock block, int k) {
            if (count > 0) {
                units.add(block.bytes, block.start(k), block.end[k]);
            }
            seen++;
        }

        @Override
        public long endOldest() {
            units.sort();
            long state = hash.start();
            for (int i = 0; i < units.count(); i++) {
                if (i > 0) {
                    state = hash.absorb(state, SPACE, 0, 1);
                }
                state = hash.absorb(state, units.bytes(), units.start(i), units.end(i));
            }
            long next = count > 1 ? begins[1] : seen;
            units.dropOldest((int) (next - begins[0]));
            count--;
            System.arraycopy(begins, 1, begins, 0, count);
            return hash.finish(state);
        }

        @Override
        public int count() {
            return count;
        }
    }

    /**
     * A sliding window of units that can be read in the order of their unsigned UTF-8 bytes. The order is kept from
     * chunk to chunk, so that only new units are sorted: moving a long window by one unit takes a merge, and a new
     * chunk of n units takes n log n.
     */
    private static final class SortedUnits {
        /** The bytes of the units in text order; unit u of the window is {@code bytes[ends[u] .. ends[u + 1] - 1]}. */
        private byte[] bytes = new byte[256];

        private int[] ends = new int[16];
        private int count;
        /** The indexes of the units: first the sorted ones, then those added since, in text order. */
        private int[] order = new int[15];

        private int[] spare = new int[15];
        private int sorted;

        void clear() {
            count = 0;
            sorted = 0;
        }

        int count() {
            return count;
        }

        byte[] bytes() {
            return bytes;
        }

        /** The start of the i-th unit in order in {@link #bytes()}. Valid after {@link #sort()}. */
        int start(int i) {
            return ends[order[i]];
        }

        int end(int i) {
            return ends[order[i] + 1];
        }

        void add(byte[] source, int from, int to) {
            int used = ends[count];
            int size = to - from;
            if (used + size > bytes.length) {
                bytes = Arrays.copyOf(bytes, Math.max(used + size, bytes.length * 2));
            }
            if (count == order.length) {
                order = Arrays.copyOf(order, count * 2);
                spare = new int[count * 2];
                ends = Arrays.copyOf(ends, count * 2 + 1);
            }
            System.arraycopy(source, from, bytes, used, size);
            order[count] = count;
            ends[++count] = used + size;
        }

        void dropOldest(int units) {
            int kept = 0;
            for (int i = 0; i < count; i++) {
                if (order[i] >= units) {
                    order[kept++] = order[i] - units;
                }
            }
            int from = ends[units];
            System.arraycopy(bytes, from, bytes, 0, ends[count] - from);
            for (int u = units; u <= count; u++) {
                ends[u - units] = ends[u] - from;
            }
            count = kept;
            sorted = kept;
        }

        void sort() {
            mergeSort(sorted, count);
            merge(0, sorted, count);
            sorted = count;
        }

        private void mergeSort(int from, int to) {
            if (to - from > 1) {
                int middle = (from + to) >>> 1;
                mergeSort(from, middle);
                mergeSort(middle, to);
                merge(from, middle, to);
            }
        }

        private void merge(int from, int middle, int to) {
            System.arraycopy(order, from, spare, from, middle - from);
            int left = from;
            int right = middle;
            for (int at = from; left < middle; at++) {
                order[at] = right < to && compare(order[right], spare[left]) < 0 ? order[right++] : spare[left++];
            }
        }

        private int compare(int u, int v) {
            return Arrays.compareUnsigned(bytes, ends[u], ends[u + 1], bytes, ends[v], ends[v + 1]);
        }
    }

    /**
     * Keeps the data about each chunk's first word that the {@link ChunkNeeds} demand, from the beginning to the end of
     * the chunk. One class handles all needs, so that the loops over units make no virtual call.
     */
    private static final class ChunkStarts {
        private final ChunkNeeds needs;
        private final FirstWordQueue words = new FirstWordQueue();
        private final PlaceQueue places = new PlaceQueue();

        ChunkStarts(ChunkNeeds needs) {
            this.needs = needs;
        }

        ChunkNeeds needs() {
            return needs;
        }

        /** Begins a document. */
        void start() {
            words.start();
            places.start();
        }

        /** Processes the next word, which may begin a chunk. */
        void next(WordBlock block, int k, boolean chunkBegins) {
            switch (needs) {
                case MINUTIA -> {}
                case FIRST_WORD -> {
                    if (chunkBegins) {
                        words.add(block.bytes, block.start(k), block.end[k]);
                    }
                }
                case STRUCTURE -> {
                    places.advance(block.breaks[k]);
                    if (chunkBegins) {
                        places.add();
                    }
                }
            }
        }

        /** Ends the oldest chunk, which gets index {@code at} in the block. */
        void end(ChunkBlock out, int at) {
            switch (needs) {
                case MINUTIA -> {}
                case FIRST_WORD -> words.remove(out, at);
                case STRUCTURE -> places.remove(out, at);
            }
        }
    }

    /** A queue of the first words of the open chunks. Chunks end in the order in which they begin. */
    private static final class FirstWordQueue {
        /** The words, one after another; those before {@code head} are removed. */
        private byte[] bytes = new byte[256];

        private int[] end = new int[16];
        private int head;
        private int tail;

        void start() {
            head = 0;
            tail = 0;
        }

        private int startOf(int word) {
            return word == 0 ? 0 : end[word - 1];
        }

        void add(byte[] source, int from, int to) {
            int size = to - from;
            if (tail == end.length || startOf(tail) + size > bytes.length) {
                makeRoom(size);
            }
            int used = startOf(tail);
            System.arraycopy(source, from, bytes, used, size);
            end[tail++] = used + size;
        }

        /**
         * Moves the remaining words to the front. Grows only if that frees less than half, so that moving stays cheap.
         */
        private void makeRoom(int size) {
            int from = startOf(head);
            int kept = startOf(tail) - from;
            System.arraycopy(bytes, from, bytes, 0, kept);
            for (int i = head; i < tail; i++) {
                end[i - head] = end[i] - from;
            }
            tail -= head;
            head = 0;
            if (2 * tail > end.length) {
                end = Arrays.copyOf(end, end.length * 2);
            }
            if (2 * (kept + size) > bytes.length) {
                bytes = Arrays.copyOf(bytes, 2 * (kept + size));
            }
        }

        /** Removes the oldest word and stores it as the first word of the chunk at index {@code at} of the block. */
        void remove(ChunkBlock out, int at) {
            int from = startOf(head);
            int size = end[head++] - from;
            if (at == out.firstWordEnd.length) {
                out.firstWordEnd = Arrays.copyOf(out.firstWordEnd, Math.max(16, at * 2));
            }
            int used = out.firstWordStart(at);
            if (used + size >= out.firstWord.length) {
                out.firstWord = Arrays.copyOf(out.firstWord, Math.max(used + size + 1, out.firstWord.length * 2));
            }
            System.arraycopy(bytes, from, out.firstWord, used, size);
            out.firstWord[used + size] = ' ';
            out.firstWordEnd[at] = used + size;
        }
    }

    /** A queue of the positions of the first words of the open chunks. Chunks end in the order in which they begin. */
    private static final class PlaceQueue {
        /**
         * The number of values per word: position in the sentence, number of the sentence, position in the paragraph.
         */
        private static final int WIDTH = 3;

        private int wordInSentence;
        private int sentence;
        private int wordInParagraph;
        /** A ring buffer; its size is a power of two. */
        private int[] ring = new int[8 * WIDTH];

        private int size = 8;
        private int head;
        private int count;

        void start() {
            wordInSentence = 0;
            sentence = 0;
            wordInParagraph = 0;
            count = 0;
        }

        /** Advances to the next word. */
        void advance(byte breaks) {
            boolean beginsParagraph = (breaks & WordBlock.PARAGRAPH) != 0 || sentence == 0;
            boolean beginsSentence = beginsParagraph || (breaks & WordBlock.SENTENCE) != 0;
            wordInParagraph = beginsParagraph ? 1 : wordInParagraph + 1;
            wordInSentence = beginsSentence ? 1 : wordInSentence + 1;
            sentence += beginsSentence ? 1 : 0;
        }

        /** Begins a chunk with the current word. */
        void add() {
            if (count == size) {
                grow();
            }
            int at = ((head + count++) & (size - 1)) * WIDTH;
            ring[at] = wordInSentence;
            ring[at + 1] = sentence;
            ring[at + 2] = wordInParagraph;
        }

        private void grow() {
            int[] larger = new int[2 * ring.length];
            int untilWrap = ring.length - head * WIDTH;
            System.arraycopy(ring, head * WIDTH, larger, 0, untilWrap);
            System.arraycopy(ring, 0, larger, untilWrap, head * WIDTH);
            ring = larger;
            size *= 2;
            head = 0;
        }

        /** Removes the oldest position and stores it for the chunk at index {@code at} of the block. */
        void remove(ChunkBlock out, int at) {
            if (at == out.sentence.length) {
                int room = Math.max(16, at * 2);
                out.wordInSentence = Arrays.copyOf(out.wordInSentence, room);
                out.sentence = Arrays.copyOf(out.sentence, room);
                out.wordInParagraph = Arrays.copyOf(out.wordInParagraph, room);
            }
            int from = head * WIDTH;
            out.wordInSentence[at] = ring[from];
            out.sentence[at] = ring[from + 1];
            out.wordInParagraph[at] = ring[from + 2];
            head = (head + 1) & (size - 1);
            count--;
        }
    }
}
