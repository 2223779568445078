package io.whorl.text;

import java.util.List;

/** Finds the ends of sentences and paragraphs by looking at the whole text. */
final class ReferenceSentences {
    private static final List<String> LISTED = List.of(
            "e.g.", "i.e.", "etc.", "vs.", "cf.", "Mr.", "Mrs.", "Ms.", "Dr.", "Prof.", "St.", "No.", "Fig.", "Eq.",
            "Sec.", "vol.", "pp.", "al.");

    private final int[] text;
    private final int[] sentence;
    private final int[] paragraph;

    ReferenceSentences(int[] text) {
        this.text = text;
        sentence = new int[text.length];
        paragraph = new int[text.length];
        int sentences = 0;
        int paragraphs = 0;
        for (int i = 0; i < text.length; i++) {
            boolean blank = endsBlankLine(i);
            paragraphs += blank ? 1 : 0;
            sentences += blank || endsSentence(i) ? 1 : 0;
            sentence[i] = sentences;
            paragraph[i] = paragraphs;
        }
    }

    int sentenceOf(int place) {
        return sentence[place];
    }

    int paragraphOf(int place) {
        return paragraph[place];
    }

    private boolean endsBlankLine(int i) {
        if (!isLineEnd(i)) {
            return false;
        }
        int j = i - 1;
        while (j >= 0 && isSpace(j) && !isLineEnd(j)) {
            j--;
        }
        return j < 0 || isLineEnd(j) && !(text[i] == '\n' && text[j] == '\r' && j == i - 1);
    }

    private boolean isLineEnd(int i) {
        return text[i] == '\n' || text[i] == '\r';
    }

    private boolean isSpace(int i) {
        return SentenceEnds.WhiteSpace.is(text[i]);
    }

    private boolean endsSentence(int i) {
        if ("。｡！？।॥؟۔။។".indexOf(text[i]) >= 0) {
            return true;
        }
        if (!isSpace(i)) {
            return false;
        }
        for (int j = i - 1; j >= 0 && "\"')]}»”’›」』】〕〉》\u232A）］｝｣.!?".indexOf(text[j]) >= 0; j--) {
            if (".!?".indexOf(text[j]) >= 0 && !isHeldOpen(j)) {
                return true;
            }
        }
        return false;
    }

    /** True if a single letter or an abbreviation is directly before the terminator. */
    private boolean isHeldOpen(int terminator) {
        int start = terminator;
        while (start > 0 && (kind(start - 1) != CharacterTable.OTHER || isInnerApostrophe(start - 1))) {
            start--;
        }
        while (start < terminator && kind(start) == CharacterTable.MARK) {
            start++;
        }
        String token = new String(text, start, terminator - start);
        if (text[terminator] == '.' && LISTED.contains(token + ".")) {
            return true;
        }
        int[] bases =
                token.codePoints().filter(c -> kindOf(c) != CharacterTable.MARK).toArray();
        return bases.length == 1 && kindOf(bases[0]) == CharacterTable.LETTER;
    }

    private boolean isInnerApostrophe(int i) {
        int before = i - 1;
        while (before >= 0 && kind(before) == CharacterTable.MARK) {
            before--;
        }
        return (text[i] == '\'' || text[i] == 0x2019)
                && before >= 0
                && kind(before) == CharacterTable.LETTER
                && i + 1 < text.length
                && kind(i + 1) == CharacterTable.LETTER;
    }

    private int kind(int i) {
        return kindOf(text[i]);
    }

    /**
     * Letters of scripts without spaces count as letters. A letter that may compose with the one before it counts as a
     * mark.
     */
    private static int kindOf(int cp) {
        int kind = CharacterTable.classOf(cp);
        boolean letter = kind == CharacterTable.LETTER || kind == CharacterTable.SPACELESS;
        return CharacterTable.joins(CharacterTable.entry(cp))
                ? CharacterTable.MARK
                : letter ? CharacterTable.LETTER : kind;
    }
}
