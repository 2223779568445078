package io.whorl.minutiae;

import io.whorl.hash.ChunkHash;
import io.whorl.hash.ChunkHash.SlidingHash;
import io.whorl.hash.OpenChunks;
import io.whorl.scheme.Chunking;
import io.whorl.scheme.Chunking.Unit;
import io.whorl.select.ChunkBlock;
import io.whorl.select.ChunkNeeds;
import io.whorl.text.WordBlock;
import io.whorl.text.WordReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Forms and hashes chunks of words, a block at a time (COPS 3.1, 4.2; docs/DEFINITIONS.md, Chunks): words become units,
 * and units become chunks. A document with fewer units than a chunk is one chunk. One thread at a time; reusable.
 */
final class Chunker {
    private final Chunking chunking;
    private final ChunkHash hash;
    private final Units units;
    /** Hashes chunks of units in sequence that begin with each unit, the common case, a block at a time. */
    private final Optional<SlidingHash> sliding;
    /** All chunks that have begun; only the first one if chunks are hashed a block at a time. */
    private final OpenChunks open;

    private final ChunkStarts starts;
    /** The number of units before the next chunk begins, and before the oldest open chunk ends. */
    private int toNextBegin;

    private int toNextEnd;
    private long unitsSeen;
    private long chunks;

    Chunker(Chunking chunking, ChunkHash hash, ChunkNeeds needs) {
        this.chunking = chunking;
        this.hash = hash;
        units = new Units(chunking.unit());
        boolean bag = chunking.order() == Chunking.Order.BAG;
        // Sentences and paragraphs can be so long that states of open chunks take less memory than their units.
        boolean isShort = chunking.unit() == Unit.WORD || chunking.unit() == Unit.CHAR;
        boolean slides = isShort && chunking.breakpoints().isEmpty() && chunking.step() == 1 && !bag;
        sliding = slides ? hash.sliding(chunking.granularity()) : Optional.empty();
        open = OpenChunks.of(hash, bag);
        starts = new ChunkStarts(needs);
    }

    /** True if the chunker reads {@link WordBlock#breaks}, so that the word reader must fill them. */
    static boolean readsStructure(Chunking chunking, ChunkNeeds needs) {
        return needs == ChunkNeeds.STRUCTURE || chunking.unit() == Unit.SENTENCE || chunking.unit() == Unit.PARAGRAPH;
    }

    static List<String> units(Unit unit, WordReader document) throws IOException {
        Units units = new Units(unit);
        units.start();
        List<String> all = new ArrayList<>();
        WordBlock words = new WordBlock();
        while (document.next(words)) {
            addTo(all, unit == Unit.WORD ? words : units.of(words));
        }
        addTo(all, units.rest());
        return all;
    }

    private static void addTo(List<String> all, WordBlock units) {
        for (int k = 0; k < units.count; k++) {
            int start = units.start(k);
            all.add(new String(units.bytes, start, units.end[k] - start, StandardCharsets.UTF_8));
        }
    }

    /** Begins a document. */
    void start() {
        unitsSeen = 0;
        chunks = 0;
        toNextBegin = 0;
        toNextEnd = chunking.granularity() - 1;
        units.start();
        sliding.ifPresent(SlidingHash::start);
        open.start();
        starts.start();
    }

    /** Processes the next words and replaces the content of {@code out} by the chunks that they complete, if any. */
    void accept(WordBlock words, ChunkBlock out) {
        form(chunking.unit() == Unit.WORD ? words : units.of(words), out);
        chunks += out.count;
    }

    /** Ends the document and replaces the content of {@code out} by the chunks that its end completes, if any. */
    void finish(ChunkBlock out) {
        form(units.rest(), out);
        boolean first = chunks + out.count == 0;
        if (open.count() > 0 && (first || sliding.isEmpty() && chunking.keepsShortTail())) {
            out.add(open.endOldest());
        }
        chunks += out.count;
    }

    /** The number of units of this document so far. */
    long units() {
        return unitsSeen;
    }

    private void form(WordBlock block, ChunkBlock out) {
        out.count = 0;
        out.first = chunks;
        starts.dropPassed();
        if (sliding.isPresent()) {
            slide(sliding.get(), block, out);
        } else {
            step(block, out);
        }
        starts.pass(out);
        unitsSeen += block.count;
    }

    /** Forms chunks of n units with step 1 (COPS strategies A and C). */
    private void slide(SlidingHash slidingHash, WordBlock block, ChunkBlock out) {
        out.reserve(block.count);
        out.count = slidingHash.slide(block.bytes, block.end, block.count, out.minutia);
        for (int k = 0; k < block.count && unitsSeen + k < chunking.granularity(); k++) {
            if (unitsSeen + k == 0) {
                open.begin();
            }
            open.add(block.bytes, block.start(k), block.end[k]);
        }
        starts.addAll(block);
    }

    /**
     * Forms chunks of any length and step: COMBINE(n, step, unit) of COPS 3.1. Or chunks by hashed breakpoints (COPS
     * 4.2, strategy D): a unit whose own minutia is 0 modulo K ends the chunk.
     */
    private void step(WordBlock block, ChunkBlock out) {
        boolean breaks = chunking.breakpoints().isPresent();
        for (int k = 0; k < block.count; k++) {
            boolean begins = breaks ? open.count() == 0 : toNextBegin == 0;
            starts.next(block, k, begins);
            if (begins) {
                open.begin();
                toNextBegin = chunking.step();
            }
            toNextBegin--;
            open.add(block.bytes, block.start(k), block.end[k]);
            if (breaks ? isBreakpoint(block, k) : toNextEnd == 0) {
                out.add(open.endOldest());
                toNextEnd = chunking.step();
            }
            toNextEnd--;
        }
    }

    private boolean isBreakpoint(WordBlock block, int k) {
        long own = hash.finish(hash.absorb(hash.start(), block.bytes, block.start(k), block.end[k]));
        return Long.remainderUnsigned(own, chunking.breakpoints().getAsInt()) == 0;
    }

    /**
     * Turns words into units other than words: sentences and paragraphs, which are the words between two breaks joined
     * by one space, or the code points of all words joined by one space, including that space (docs/DEFINITIONS.md,
     * Chunks 1). Units have the form of words. Holds the unfinished one.
     */
    private static final class Units {
        private static final byte[] SPACE = {' '};

        private final WordBlock units = new WordBlock();
        private final Unit unit;
        private final int breaks;
        private int used;
        private boolean first;

        Units(Unit unit) {
            this.unit = unit;
            breaks = unit == Unit.PARAGRAPH ? WordBlock.PARAGRAPH : WordBlock.SENTENCE | WordBlock.PARAGRAPH;
        }

        /** Begins a document. */
        void start() {
            units.count = 0;
            used = 0;
            first = true;
        }

        /** The units that these words complete. Valid until the next call. */
        WordBlock of(WordBlock words) {
            dropEnded();
            for (int k = 0; k < words.count; k++) {
                if (unit == Unit.CHAR) {
                    addCharacters(words, k);
                } else {
                    if ((words.breaks[k] & breaks) != 0) {
                        end();
                    }
                    append(words.bytes, words.start(k), words.end[k] + 1);
                }
            }
            return units;
        }

        /** The units that the end of the document completes. */
        WordBlock rest() {
            dropEnded();
            end();
            return units;
        }

        private void addCharacters(WordBlock words, int k) {
            // A space precedes each word except the first word of the document.
            if (!first) {
                addCharacter(SPACE, 0, 1);
            }
            first = false;
            for (int at = words.start(k); at < words.end[k]; ) {
                byte lead = words.bytes[at];
                // Words are well-formed.
                int size = lead >= 0 ? 1 : lead < (byte) 0xE0 ? 2 : lead < (byte) 0xF0 ? 3 : 4;
                addCharacter(words.bytes, at, at + size);
                at += size;
            }
        }

        private void addCharacter(byte[] bytes, int from, int to) {
            append(bytes, from, to);
            append(SPACE, 0, 1);
            end();
        }

        /** Removes all but the unfinished unit, which moves to the front. */
        private void dropEnded() {
            int from = units.start(units.count);
            System.arraycopy(units.bytes, from, units.bytes, 0, used - from);
            used -= from;
            units.count = 0;
        }

        private void end() {
            if (used > units.start(units.count)) {
                units.reserve(1, 0);
                units.end[units.count++] = used - 1;
            }
        }

        private void append(byte[] bytes, int from, int to) {
            units.reserve(0, used - units.start(units.count) + to - from);
            System.arraycopy(bytes, from, units.bytes, used, to - from);
            used += to - from;
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
        /** {@link ChunkNeeds#STRUCTURE}: the word in the sentence, the sentence, and the word in the paragraph. */
        private final int[][] places = new int[3][1 << 12];

        private int placed;
        /** The place of the last word. */
        private final int[] last = new int[3];
        /** The chunks at the front that the last block has. */
        private int passed;

        ChunkStarts(ChunkNeeds needs) {
            this.needs = needs;
        }

        /** Begins a document. */
        void start() {
            words.count = 0;
            placed = 0;
            passed = 0;
            Arrays.fill(last, 0);
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
                placed -= passed;
                for (int[] each : places) {
                    System.arraycopy(each, passed, each, 0, placed);
                }
            }
            passed = 0;
        }

        /** Processes words that each begin a chunk. */
        void addAll(WordBlock block) {
            if (needs == ChunkNeeds.FIRST_WORD && block.count > 0) {
                words.append(block, 0, block.count, block.start(block.count));
            } else if (needs == ChunkNeeds.STRUCTURE) {
                for (int k = 0; k < block.count; k++) {
                    addPlace(block.breaks[k], true);
                }
            }
        }

        void next(WordBlock block, int k, boolean chunkBegins) {
            if (needs == ChunkNeeds.FIRST_WORD && chunkBegins) {
                words.append(block, k, k + 1, block.start(k + 1));
            } else if (needs == ChunkNeeds.STRUCTURE) {
                addPlace(block.breaks[k], chunkBegins);
            }
        }

        private void addPlace(byte breaks, boolean chunkBegins) {
            boolean beginsParagraph = (breaks & WordBlock.PARAGRAPH) != 0 || last[1] == 0;
            boolean beginsSentence = beginsParagraph || (breaks & WordBlock.SENTENCE) != 0;
            last[0] = beginsSentence ? 1 : last[0] + 1;
            last[1] += beginsSentence ? 1 : 0;
            last[2] = beginsParagraph ? 1 : last[2] + 1;
            if (chunkBegins) {
                for (int i = 0; i < last.length; i++) {
                    if (placed == places[i].length) {
                        places[i] = Arrays.copyOf(places[i], placed * 2);
                    }
                    places[i][placed] = last[i];
                }
                placed++;
            }
        }

        /** Lends the arrays to the block, whose chunks are the oldest ones. */
        void pass(ChunkBlock out) {
            passed = out.count;
            if (needs == ChunkNeeds.FIRST_WORD) {
                out.firstWord = words.bytes;
                out.firstWordEnd = words.end;
            } else if (needs == ChunkNeeds.STRUCTURE) {
                out.wordInSentence = places[0];
                out.sentence = places[1];
                out.wordInParagraph = places[2];
            }
        }
    }
}
