package io.whorl.text;

import java.util.Arrays;
import java.util.Set;

/**
 * Says where sentences and paragraphs end (DEFINITIONS, Text 6), from the text's characters one after another. What it
 * says does not depend on the rules for words: a token is a run of letters, digits and marks, with apostrophes between
 * letters, so that the t of "can't." is not a single letter.
 */
final class SentenceEnds {
    /** Nothing ends. */
    static final int NONE = 0;
    /** A sentence ends here: before this white space, or at this sign. */
    static final int SENTENCE = 1;
    /** A blank line ends here, and with it a sentence and a paragraph. */
    static final int PARAGRAPH = 2;

    /**
     * Abbreviations of more than one letter, exactly as written, without the last full stop. Those that have one inside
     * (e.g. i.e.) end in a single letter. Part of the scheme's version.
     */
    static final Set<String> ABBREVIATIONS = Set.of(
            "etc", "vs", "cf", "Mr", "Mrs", "Ms", "Dr", "Prof", "St", "No", "Fig", "Eq", "Sec", "vol", "pp", "al");

    /** Signs that end a sentence whatever follows: ideographic and half-width full stop, full-width ! and ?, ... */
    private static final String ENDS = "\u3002\uFF61\uFF01\uFF1F"
            // ... danda and double danda, Arabic question mark and full stop, Khmer khan, Myanmar section.
            + "\u0964\u0965\u061F\u06D4\u17D4\u104B";
    /** Closing quotation marks and brackets; the last two lines are those of East Asia. */
    private static final String CLOSING = "\"')]}\u00BB\u201D\u2019\u203A"
            + "\u300D\u300F\u3011\u3015\u3009\u300B\u232A"
            + "\uFF09\uFF3D\uFF5D\uFF63";

    private static final int LONGEST_ABBREVIATION = 4;
    /** Each abbreviation's characters, eight bits each; sorted. */
    private static final long[] PACKED_ABBREVIATIONS = packedAbbreviations();

    /** Letters and digits of the token that ends right here; 0 for none. Stops counting where it no longer matters. */
    private int tokenLength;
    /** The token's characters, eight bits each; 0 if it cannot be an abbreviation. */
    private long token;

    private boolean lastIsLetter;
    /** An apostrophe follows the token: another letter would carry it on. */
    private boolean apostrophe;
    /** A terminator and nothing but terminators and closing characters have gone before. */
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
     * Takes the next character.
     *
     * @param kind its class in {@link CharacterTable}
     */
    int next(int cp, int kind) {
        if (kind == CharacterTable.OTHER && WhiteSpace.is(cp)) {
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
        token = packs ? token << 8 | cp : 0;
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

    /** Whether a terminator right after the token is no end: after a single letter or an abbreviation. */
    private boolean goesOnAfterToken(int terminator) {
        if (apostrophe || tokenLength == 0) {
            return false;
        }
        return tokenLength == 1 && lastIsLetter
                || terminator == '.' && token != 0 && Arrays.binarySearch(PACKED_ABBREVIATIONS, token) >= 0;
    }

    private void endToken() {
        tokenLength = 0;
        token = 0;
        lastIsLetter = false;
        apostrophe = false;
    }

    private static long[] packedAbbreviations() {
        return ABBREVIATIONS.stream()
                .mapToLong(a -> a.chars().asLongStream().reduce(0, (packed, c) -> packed << 8 | c))
                .sorted()
                .toArray();
    }
}
