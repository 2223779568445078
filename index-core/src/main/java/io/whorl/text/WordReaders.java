package io.whorl.text;

import io.whorl.scheme.TextRules;
import io.whorl.scheme.TextRules.Apostrophe;
import io.whorl.scheme.TextRules.Numbers;
import io.whorl.text.WordStemmer.Stemmers;
import io.whorl.text.WordStemmer.Stemming;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/** Assembles a reader from the parts that the rules need. */
final class WordReaders {
    private WordReaders() {}

    static WordReader of(TextRules rules, boolean structure) {
        return of(rules, structure, WordLimits.READ_BYTES);
    }

    /** @param readBytes the number of bytes read from a stream at a time, at least {@link Utf8#MAX_BYTES} */
    static WordReader of(TextRules rules, boolean structure, int readBytes) {
        boolean plain = !structure
                && !rules.needsSentences()
                && rules.apostrophe() == Apostrophe.SPLIT
                && rules.numbers() != Numbers.SYMBOL;
        WordReader words =
                plain ? new FastWords(rules.words(), readBytes) : new GeneralWords(rules, structure, readBytes);
        List<WordStage> stages = stages(rules);
        if (!stages.isEmpty()) {
            words = new StagedWords(words, stages);
        }
        return words;
    }

    private static List<WordStage> stages(TextRules rules) {
        List<WordStage> stages = new ArrayList<>();
        if (rules.unmask()) {
            stages.add(new Unmasking());
        }
        if (WordFilter.isNeeded(rules)) {
            stages.add(new WordFilter(rules));
        }
        rules.stem().ifPresent(language -> stages.add(new Stemming(Stemmers.of(language))));
        return stages;
    }

    /** The words of another reader that survive all stages. */
    private static final class StagedWords implements WordReader {
        private final WordReader source;
        private final List<WordStage> stages;

        StagedWords(WordReader source, List<WordStage> stages) {
            this.source = source;
            this.stages = List.copyOf(stages);
        }

        @Override
        public void open(byte[] utf8, int from, int to) {
            source.open(utf8, from, to);
            stages.forEach(WordStage::reset);
        }

        @Override
        public void open(InputStream utf8) throws IOException {
            source.open(utf8);
            stages.forEach(WordStage::reset);
        }

        @Override
        public boolean next(WordBlock block) throws IOException {
            while (source.next(block)) {
                for (WordStage stage : stages) {
                    stage.apply(block);
                }
                if (block.count > 0) {
                    return true;
                }
            }
            return false;
        }

        @Override
        public long malformed() {
            return source.malformed();
        }
    }

    /** Limits of the memory of a reader. */
    static final class WordLimits {
        /**
         * The maximum length of a word in bytes of folded UTF-8; a longer word is cut (docs/DEFINITIONS.md, Text 3).
         * Part of the scheme's version.
         */
        static final int WORD_BYTES = 4096;
        /** A block is passed on when it holds this many bytes or words, so that it stays in the L1 and L2 caches. */
        static final int BLOCK_BYTES = 10_000;

        static final int BLOCK_WORDS = 1_900;
        /** The maximum number of bytes and words of a block of plain text, without those of the last character. */
        static final int MOST_BYTES = BLOCK_BYTES + WORD_BYTES / 2 * 3;

        static final int MOST_WORDS = BLOCK_WORDS + WORD_BYTES / 2;
        /** Additional room for one character: its segment that is written again, or its replacement. */
        static final int SPARE_BYTES = Segment.MAX_BYTES + 32;

        static final int SPARE_WORDS = 32;
        /** The number of bytes read from a stream at a time. */
        static final int READ_BYTES = 1 << 15;

        private WordLimits() {}
    }

    /** A step that changes or drops words of a block, in place. One thread at a time. */
    interface WordStage {
        /** Begins a document. */
        void reset();

        /**
         * Changes or drops words. The breaks of a dropped word pass to the next word that stays, which may be in a
         * later block.
         */
        void apply(WordBlock block);
    }
}
