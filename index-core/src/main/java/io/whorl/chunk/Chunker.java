package io.whorl.chunk;

import io.whorl.SchemeException;
import io.whorl.hash.ChunkHash;
import io.whorl.scheme.Chunking;
import io.whorl.select.ChunkBlock;
import io.whorl.select.ChunkNeeds;
import io.whorl.text.WordBlock;
import java.util.Arrays;
import java.util.Locale;

/**
 * Forms and hashes chunks of words, a block at a time (COPS 3.1, 4.2; docs/DEFINITIONS.md, Chunks): words become units,
 * and units become chunks. One thread at a time; reusable.
 */
public final class Chunker {
    private final Units units;
    private final ChunkFormer former;
    private long unitsSeen;
    private long chunks;

    private Chunker(Units units, ChunkFormer former) {
        this.units = units;
        this.former = former;
    }

    /** Creates a chunker. */
    public static Chunker of(Chunking chunking, ChunkHash hash, ChunkNeeds needs) {
        if (needs != ChunkNeeds.MINUTIA && chunking.unit() != Chunking.Unit.WORD) {
            throw SchemeException.invalid("unit is " + chunking.unit().name().toLowerCase(Locale.ROOT)
                    + ", but the selection reads the first word of each chunk; choose unit word or another"
                    + " selection");
        }
        Units units =
                switch (chunking.unit()) {
                    case WORD -> new WordUnits();
                    case SENTENCE -> new PassageUnits(WordBlock.SENTENCE | WordBlock.PARAGRAPH);
                    case PARAGRAPH -> new PassageUnits(WordBlock.PARAGRAPH);
                    case CHAR -> new CharUnits();
                };
        return new Chunker(units, ChunkFormer.of(chunking, hash, needs));
    }

    /** True if the chunker reads {@link WordBlock#breaks}, so that the word reader must fill them. */
    public static boolean readsStructure(Chunking chunking, ChunkNeeds needs) {
        return needs == ChunkNeeds.STRUCTURE
                || chunking.unit() == Chunking.Unit.SENTENCE
                || chunking.unit() == Chunking.Unit.PARAGRAPH;
    }

    /** Begins a document. */
    public void start() {
        unitsSeen = 0;
        chunks = 0;
        units.start();
        former.start();
    }

    /** Processes the next words and replaces the content of {@code out} by the chunks that they complete, if any. */
    public void accept(WordBlock words, ChunkBlock out) {
        clear(out);
        form(units.of(words), out);
        chunks += out.count;
    }

    /** Ends the document and replaces the content of {@code out} by the chunks that its end completes, if any. */
    public void finish(ChunkBlock out) {
        clear(out);
        form(units.rest(), out);
        former.finish(out);
        chunks += out.count;
    }

    private void clear(ChunkBlock out) {
        out.count = 0;
        out.first = chunks;
    }

    private void form(WordBlock block, ChunkBlock out) {
        unitsSeen += block.count;
        former.accept(block, out);
    }

    /** The number of units of this document so far. */
    public long units() {
        return unitsSeen;
    }

    /** Turns words into units. The units have the same form as words: the bytes of each unit, then one space. */
    private interface Units {
        /** Begins a document. */
        void start();

        /** The units that these words complete. Valid until the next call. */
        WordBlock of(WordBlock words);

        /** The units that the end of the document completes. */
        WordBlock rest();
    }

    /** Words as units. */
    private static final class WordUnits implements Units {
        private final WordBlock none = new WordBlock();

        @Override
        public void start() {}

        @Override
        public WordBlock of(WordBlock words) {
            return words;
        }

        @Override
        public WordBlock rest() {
            return none;
        }
    }

    /** Sentences or paragraphs: the words between two breaks, joined by one space. Holds the unfinished one. */
    private static final class PassageUnits implements Units {
        private final WordBlock units = new WordBlock();
        private final int breaks;
        private int used;

        PassageUnits(int breaks) {
            this.breaks = breaks;
        }

        @Override
        public void start() {
            units.count = 0;
            used = 0;
        }

        @Override
        public WordBlock of(WordBlock words) {
            dropEnded();
            for (int k = 0; k < words.count; k++) {
                if ((words.breaks[k] & breaks) != 0) {
                    end();
                }
                append(words.bytes, words.start(k), words.end[k] + 1);
            }
            return units;
        }

        @Override
        public WordBlock rest() {
            dropEnded();
            end();
            return units;
        }

        /** Removes all but the unfinished passage, which moves to the front. */
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
            int size = to - from;
            if (used + size > units.bytes.length) {
                units.bytes = Arrays.copyOf(units.bytes, Math.max(used + size, units.bytes.length * 2));
            }
            System.arraycopy(bytes, from, units.bytes, used, size);
            used += size;
        }
    }

    /** The code points of the words joined by one space, including that space (docs/DEFINITIONS.md, Chunks 1). */
    private static final class CharUnits implements Units {
        private final WordBlock units = new WordBlock();
        private final WordBlock none = new WordBlock();
        private boolean first;

        @Override
        public void start() {
            first = true;
        }

        @Override
        public WordBlock of(WordBlock words) {
            units.count = 0;
            if (words.count > 0) {
                // A space precedes each word except the first word of the document.
                int length = words.end[words.count - 1] + 1;
                units.reserve(length, 2 * length);
                int used = first ? 0 : add(words.bytes, words.end[words.count - 1], 1, 0);
                for (int at = 0; at < length - 1; ) {
                    int size = codePointSize(words.bytes[at]);
                    used = add(words.bytes, at, size, used);
                    at += size;
                }
                first = false;
            }
            return units;
        }

        private int add(byte[] bytes, int from, int size, int used) {
            System.arraycopy(bytes, from, units.bytes, used, size);
            units.bytes[used + size] = ' ';
            units.end[units.count++] = used + size;
            return used + size + 1;
        }

        /** The length of the UTF-8 sequence that begins with this byte; words are well-formed. */
        private static int codePointSize(byte lead) {
            return lead >= 0 ? 1 : lead < (byte) 0xE0 ? 2 : lead < (byte) 0xF0 ? 3 : 4;
        }

        @Override
        public WordBlock rest() {
            return none;
        }
    }
}
