package io.whorl.text;

import io.whorl.scheme.TextRules;
import io.whorl.scheme.TextRules.Apostrophe;
import io.whorl.scheme.TextRules.Numbers;
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
}
