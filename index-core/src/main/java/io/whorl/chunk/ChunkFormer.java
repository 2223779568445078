package io.whorl.chunk;

import io.whorl.hash.ChunkHash;
import io.whorl.hash.ChunkHash.SlidingHash;
import io.whorl.hash.OpenChunks;
import io.whorl.scheme.Chunking;
import io.whorl.select.ChunkBlock;
import io.whorl.select.ChunkNeeds;
import io.whorl.text.WordBlock;
import java.util.Arrays;

/**
 * Decides where chunks begin and end, and hashes them. The common case, a chunk at each unit, has a class of its own
 * and hashes a block of units in one pass. One thread at a time; reusable.
 */
abstract class ChunkFormer {
    final OpenChunks open;
    final ChunkStarts starts;

    private ChunkFormer(OpenChunks open, ChunkNeeds needs) {
        this.open = open;
        starts = new ChunkStarts(needs);
    }

    /** Creates the former for these rules. */
    static ChunkFormer of(Chunking chunking, ChunkHash hash, ChunkNeeds needs) {
        boolean bag = chunking.order() == Chunking.Order.BAG;
        return chunking.breakpoints().isEmpty() && chunking.step() == 1 && !bag
                ? new SlidingChunks(chunking.granularity(), hash, needs)
                : new SteppedChunks(chunking, hash, bag, needs);
    }

    /** Begins a document. */
    void start() {
        open.start();
        starts.start();
    }

    /** Replaces the block by the chunks that these units complete. */
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
        /** The first units of the document, at most n. They are in one open chunk. */
        private int units;

        SlidingChunks(int n, ChunkHash hash, ChunkNeeds needs) {
            super(OpenChunks.of(hash, false), needs);
            this.n = n;
            this.hash = hash.sliding(n);
        }

        @Override
        void start() {
            super.start();
            units = 0;
            open.begin();
            hash.start();
        }

        @Override
        void accept(WordBlock block, ChunkBlock out) {
            out.reserve(block.count);
            out.count = hash.slide(block.bytes, block.end, block.count, out.minutia);
            for (int k = 0; k < block.count && units < n; k++, units++) {
                open.add(block.bytes, block.start(k), block.end[k]);
            }
            starts.dropPassed();
            starts.addAll(block);
            starts.pass(out);
        }

        @Override
        void finish(ChunkBlock out) {
            if (units > 0 && units < n) {
                out.add(open.endOldest());
            }
        }
    }

    /**
     * Chunks of any length and step: COMBINE(n, step, unit) of COPS 3.1; a document with fewer units is one chunk. Or
     * chunks by hashed breakpoints (COPS 4.2, strategy D): a unit whose own minutia is 0 modulo K ends the chunk.
     */
    private static final class SteppedChunks extends ChunkFormer {
        private final ChunkHash hash;
        private final Chunking chunking;
        private final boolean breaks;
        /** The number of units before the next chunk begins, and before the oldest open chunk ends. */
        private int toNextBegin;

        private int toNextEnd;
        private boolean ended;

        SteppedChunks(Chunking chunking, ChunkHash hash, boolean bag, ChunkNeeds needs) {
            super(OpenChunks.of(hash, bag), needs);
            this.hash = hash;
            this.chunking = chunking;
            breaks = chunking.breakpoints().isPresent();
        }

        @Override
        void start() {
            super.start();
            toNextBegin = 0;
            toNextEnd = chunking.granularity() - 1;
            ended = false;
        }

        @Override
        void accept(WordBlock units, ChunkBlock out) {
            starts.dropPassed();
            for (int k = 0; k < units.count; k++) {
                boolean begins = breaks ? open.count() == 0 : toNextBegin == 0;
                starts.next(units, k, begins);
                if (begins) {
                    open.begin();
                    toNextBegin = chunking.step();
                }
                toNextBegin--;
                open.add(units.bytes, units.start(k), units.end[k]);
                if (breaks ? isBreakpoint(units, k) : toNextEnd == 0) {
                    out.add(open.endOldest());
                    ended = true;
                    toNextEnd = chunking.step();
                }
                toNextEnd--;
            }
            starts.pass(out);
        }

        private boolean isBreakpoint(WordBlock units, int k) {
            long own = hash.finish(hash.absorb(hash.start(), units.bytes, units.start(k), units.end[k]));
            return Long.remainderUnsigned(own, chunking.breakpoints().getAsInt()) == 0;
        }

        @Override
        void finish(ChunkBlock out) {
            if (open.count() > 0 && (chunking.keepsShortTail() || !ended)) {
                out.add(open.endOldest());
            }
        }
    }

    /**
     * The data about the first words of chunks that the {@link ChunkNeeds} demand, oldest first: those of open chunks,
     * and before them those of chunks that the last block has. Chunks end in the order in which they begin, so a block
     * shares the arrays, and reads them until the next words come. One class handles all needs, so that the loops over
     * units make no virtual call.
     */
    private static final class ChunkStarts {
        private final ChunkNeeds needs;
        /** {@link ChunkNeeds#FIRST_WORD}: the words. */
        private final WordBlock words = new WordBlock();
        /** {@link ChunkNeeds#STRUCTURE}: the places of the words. */
        private int[] wordInSentence = new int[1 << 12];

        private int[] sentence = new int[1 << 12];
        private int[] wordInParagraph = new int[1 << 12];
        private int places;
        /** The chunks at the front that the last block has. */
        private int passed;
        /** The place of the last word. */
        private int inSentence;

        private int sentences;
        private int inParagraph;

        ChunkStarts(ChunkNeeds needs) {
            this.needs = needs;
        }

        /** Begins a document. */
        void start() {
            words.count = 0;
            places = 0;
            passed = 0;
            inSentence = 0;
            sentences = 0;
            inParagraph = 0;
        }

        /** Drops the chunks that the last block has. */
        void dropPassed() {
            if (needs == ChunkNeeds.FIRST_WORD) {
                int from = words.start(passed);
                System.arraycopy(words.bytes, from, words.bytes, 0, words.start(words.count) - from);
                words.count -= passed;
                for (int i = 0; i < words.count; i++) {
                    words.end[i] = words.end[passed + i] - from;
                }
            } else if (needs == ChunkNeeds.STRUCTURE) {
                places -= passed;
                System.arraycopy(wordInSentence, passed, wordInSentence, 0, places);
                System.arraycopy(sentence, passed, sentence, 0, places);
                System.arraycopy(wordInParagraph, passed, wordInParagraph, 0, places);
            }
            passed = 0;
        }

        /** Processes words that each begin a chunk. */
        void addAll(WordBlock block) {
            if (needs == ChunkNeeds.FIRST_WORD && block.count > 0) {
                addWords(block, 0, block.count);
            } else if (needs == ChunkNeeds.STRUCTURE) {
                for (int k = 0; k < block.count; k++) {
                    addPlace(block.breaks[k], true);
                }
            }
        }

        /** Processes the next word, which may begin a chunk. */
        void next(WordBlock block, int k, boolean chunkBegins) {
            if (needs == ChunkNeeds.FIRST_WORD && chunkBegins) {
                addWords(block, k, k + 1);
            } else if (needs == ChunkNeeds.STRUCTURE) {
                addPlace(block.breaks[k], chunkBegins);
            }
        }

        private void addWords(WordBlock block, int from, int to) {
            int start = block.start(from);
            int size = block.start(to) - start;
            words.reserve(to - from, size);
            int used = words.start(words.count);
            System.arraycopy(block.bytes, start, words.bytes, used, size);
            for (int k = from; k < to; k++) {
                words.end[words.count++] = block.end[k] - start + used;
            }
        }

        private void addPlace(byte breaks, boolean chunkBegins) {
            boolean beginsParagraph = (breaks & WordBlock.PARAGRAPH) != 0 || sentences == 0;
            boolean beginsSentence = beginsParagraph || (breaks & WordBlock.SENTENCE) != 0;
            inParagraph = beginsParagraph ? 1 : inParagraph + 1;
            inSentence = beginsSentence ? 1 : inSentence + 1;
            sentences += beginsSentence ? 1 : 0;
            if (chunkBegins) {
                if (places == sentence.length) {
                    wordInSentence = Arrays.copyOf(wordInSentence, places * 2);
                    sentence = Arrays.copyOf(sentence, places * 2);
                    wordInParagraph = Arrays.copyOf(wordInParagraph, places * 2);
                }
                wordInSentence[places] = inSentence;
                sentence[places] = sentences;
                wordInParagraph[places++] = inParagraph;
            }
        }

        /** Lends the arrays to the block, whose chunks are the oldest ones. */
        void pass(ChunkBlock out) {
            passed = out.count;
            if (needs == ChunkNeeds.FIRST_WORD) {
                out.firstWord = words.bytes;
                out.firstWordEnd = words.end;
            } else if (needs == ChunkNeeds.STRUCTURE) {
                out.wordInSentence = wordInSentence;
                out.sentence = sentence;
                out.wordInParagraph = wordInParagraph;
            }
        }
    }
}
