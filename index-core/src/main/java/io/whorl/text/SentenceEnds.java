package io.whorl.text;

import java.util.Set;
import java.util.stream.Collectors;

/**
 * Finds the ends of sentences and paragraphs (docs/DEFINITIONS.md, Text 6) in a sequence of characters. The ends do not
 * depend on the rules for words: a token is a run of letters, digits and marks, with apostrophes between letters, so
 * that the t of "can't." is not a single letter.
 */
final class SentenceEnds {
    static final int NONE = 0;
    /** A sentence ends before this white space or at this character. */
    static final int SENTENCE = 1;
    /** A blank line ends a sentence and a paragraph. */
    static final int PARAGRAPH = 2;

    /**
     * Abbreviations of more than one letter, exactly as written, without the last full stop. Abbreviations with full
     * stops inside (e.g., i.e.) need no entry, because they end in a single letter. Part of the scheme's version.
     */
    static final Set<String> ABBREVIATIONS = Set.of(
            "etc", "vs", "cf", "Mr", "Mrs", "Ms", "Dr", "Prof", "St", "No", "Fig", "Eq", "Sec", "vol", "pp", "al");

    /**
     * Characters that end a sentence, whatever follows: ideographic and half-width full stop, full-width ! and ?, ...
     */
    private static final String ENDS = "\u3002\uFF61\uFF01\uFF1F"
            // ... danda and double danda, Arabic question mark and full stop, Khmer khan, Myanmar section.
            + "\u0964\u0965\u061F\u06D4\u17D4\u104B";
    /** Closing quotation marks and brackets. The last two lines are East Asian. */
    private static final String CLOSING = "\"')]}\u00BB\u201D\u2019\u203A"
            + "\u300D\u300F\u3011\u3015\u3009\u300B\u232A"
            + "\uFF09\uFF3D\uFF5D\uFF63";

    private static final int LONGEST_ABBREVIATION = 4;
    /** The characters of each abbreviation, eight bits each. */
    private static final Set<Long> PACKED_ABBREVIATIONS = ABBREVIATIONS.stream()
            .map(a -> a.chars().asLongStream().reduce(0, (packed, c) -> (packed << 8) | c))
            .collect(Collectors.toUnmodifiableSet());

    /**
     * The number of letters and digits of the token that ends here; 0 if there is none. Larger numbers are not counted.
     */
    private int tokenLength;
    /** The characters of the token, eight bits each; 0 if it cannot be an abbreviation. */
    private long token;

    private boolean lastIsLetter;
    /** True if an apostrophe follows the token; another letter would continue it. */
    private boolean apostrophe;
    /** True if the last characters were a terminator and then only terminators and closing characters. */
    private boolean ended;

    private boolean blankLine;
    private boolean afterCarriageReturn;

    void reset() {
        endToken();
        ended = false;
        blankLine = true;
        afterCarriageReturn = false;
    }

    /**
     * Processes the next character and returns what ends.
     *
     * @param kind its class in {@link CharacterTable}
     */
    int next(int cp, int kind) {
        if (kind == CharacterTable.OTHER && isWhiteSpace(cp)) {
            endToken();
            return space(cp);
        }
        blankLine = false;
        afterCarriageReturn = false;
        if (kind != CharacterTable.OTHER) {
            inToken(cp, kind);
        } else if (isApostrophe(cp) && tokenLength > 0 && lastIsLetter && !apostrophe) {
            apostrophe = true;
        } else {
            int event = sign(cp);
            endToken();
            return event;
        }
        return NONE;
    }

    static boolean isApostrophe(int cp) {
        return cp == '\'' || cp == 0x2019;
    }

    private static boolean isLetter(int kind) {
        return kind == CharacterTable.LETTER || kind == CharacterTable.SPACELESS;
    }

    private void inToken(int cp, int kind) {
        if (apostrophe && !isLetter(kind)) {
            endToken();
        }
        ended = false;
        if (kind == CharacterTable.MARK) {
            token = 0;
            return;
        }
        boolean first = tokenLength == 0;
        lastIsLetter = isLetter(kind);
        boolean packs = cp < 0x80 && !apostrophe && (first || token != 0) && tokenLength < LONGEST_ABBREVIATION;
        token = packs ? (token << 8) | cp : 0;
        apostrophe = false;
        tokenLength = Math.min(tokenLength + 1, LONGEST_ABBREVIATION + 1);
    }

    private int space(int cp) {
        boolean sentence = ended;
        ended = false;
        boolean lineFeedOfPair = cp == '\n' && afterCarriageReturn;
        afterCarriageReturn = cp == '\r';
        if (cp != '\n' && cp != '\r' || lineFeedOfPair) {
            return sentence ? SENTENCE : NONE;
        }
        if (blankLine) {
            return PARAGRAPH;
        }
        blankLine = true;
        return sentence ? SENTENCE : NONE;
    }

    private int sign(int cp) {
        if (cp == '.' || cp == '!' || cp == '?') {
            ended |= !goesOnAfterToken(cp);
        } else if (cp > 0x7F && ENDS.indexOf(cp) >= 0) {
            ended = false;
            return SENTENCE;
        } else if (CLOSING.indexOf(cp) < 0) {
            ended = false;
        }
        return NONE;
    }

    /** True if a terminator right after the token ends no sentence: after a single letter or an abbreviation. */
    private boolean goesOnAfterToken(int terminator) {
        if (apostrophe || tokenLength == 0) {
            return false;
        }
        return tokenLength == 1 && lastIsLetter || terminator == '.' && PACKED_ABBREVIATIONS.contains(token);
    }

    private void endToken() {
        tokenLength = 0;
        token = 0;
        lastIsLetter = false;
        apostrophe = false;
    }

    /** Unicode's White_Space property, frozen: the 25 code points have not changed since Unicode 6.3. */
    static boolean isWhiteSpace(int cp) {
        if (cp < 0x80) {
            return cp == ' ' || (cp >= 0x09 && cp <= 0x0D);
        }
        return cp == 0x85
                || cp == 0xA0
                || cp == 0x1680
                || (cp >= 0x2000 && cp <= 0x200A)
                || cp == 0x2028
                || cp == 0x2029
                || cp == 0x202F
                || cp == 0x205F
                || cp == 0x3000;
    }
}
