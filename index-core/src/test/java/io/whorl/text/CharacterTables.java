package io.whorl.text;

import java.lang.Character.UnicodeScript;
import java.text.Normalizer;
import java.text.Normalizer.Form;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Makes the frozen tables of characters from the {@link Character} and the {@link Normalizer} of the running JDK. Those
 * in the jar were generated once, on JDK 25 (Unicode 16). Never generate them again for an existing scheme version:
 * stored fingerprints depend on them.
 *
 * <p>Run: {@code java -cp target/classes:target/test-classes io.whorl.text.CharacterTables
 * characters|compositions|lookalikes}
 */
public final class CharacterTables {
    /** Scripts that are written without spaces between words. */
    private static final Set<UnicodeScript> SPACELESS = Set.of(
            UnicodeScript.HAN,
            UnicodeScript.HIRAGANA,
            UnicodeScript.THAI,
            UnicodeScript.LAO,
            UnicodeScript.KHMER,
            UnicodeScript.MYANMAR);
    /** Unicode's Default_Ignorable_Code_Point, first and last of each range. The JDK has no method for it. */
    private static final int[][] IGNORED = {
        {0xAD, 0xAD}, {0x34F, 0x34F}, {0x61C, 0x61C}, {0x115F, 0x1160}, {0x17B4, 0x17B5}, {0x180B, 0x180F},
        {0x200B, 0x200F}, {0x202A, 0x202E}, {0x2060, 0x206F}, {0x3164, 0x3164}, {0xFE00, 0xFE0F}, {0xFEFF, 0xFEFF},
        {0xFFA0, 0xFFA0}, {0xFFF0, 0xFFF8}, {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A}, {0xE0000, 0xE0FFF}
    };

    static String characters() {
        StringBuilder out = new StringBuilder("""
                # Unicode 16: the letters (L), letters of scripts without spaces between words (S), digits (D), \
                marks (M)
                # and characters that are read as if they were not there (I); other code points are none of these.
                # first and last code point, class, and what simple case folding adds to each code point \
                (all hexadecimal)
                """);
        int first = 0;
        for (int cp = 1; cp <= Character.MAX_CODE_POINT + 1; cp++) {
            boolean same = cp <= Character.MAX_CODE_POINT && classOf(cp) == classOf(first) && delta(cp) == delta(first);
            if (!same) {
                line(out, first, cp - 1);
                first = cp;
            }
        }
        return out.toString();
    }

    private static void line(StringBuilder out, int first, int last) {
        if (classOf(first) == '-') {
            return;
        }
        out.append(String.format("%04X %04X %c", first, last, classOf(first)));
        int delta = delta(first);
        if (delta != 0) {
            out.append(delta > 0 ? " +" : " -")
                    .append(Integer.toHexString(Math.abs(delta)).toUpperCase());
        }
        out.append('\n');
    }

    static char classOf(int cp) {
        if (isIn(IGNORED, cp)) {
            return 'I';
        }
        if (Character.isDigit(cp)) {
            return 'D';
        }
        if (isSpaceless(cp)) {
            return 'S';
        }
        if (Character.isLetter(cp)) {
            return 'L';
        }
        return switch (Character.getType(cp)) {
            case Character.NON_SPACING_MARK, Character.COMBINING_SPACING_MARK, Character.ENCLOSING_MARK -> 'M';
            default -> '-';
        };
    }

    private static boolean isIn(int[][] ranges, int cp) {
        return Arrays.stream(ranges).anyMatch(range -> cp >= range[0] && cp <= range[1]);
    }

    /** Han numerals (〇) and radicals belong to words, although Unicode classifies them as numbers and symbols. */
    private static boolean isSpaceless(int cp) {
        UnicodeScript script = UnicodeScript.of(cp);
        int type = Character.getType(cp);
        boolean ideograph =
                script == UnicodeScript.HAN && (type == Character.LETTER_NUMBER || type == Character.OTHER_SYMBOL);
        return SPACELESS.contains(script) && (Character.isLetter(cp) || ideograph);
    }

    /** C and S of CaseFolding.txt: the dotted capital I and the dotless lower-case i are separate letters. */
    static int delta(int cp) {
        if (cp == 0x130 || cp == 0x131 || classOf(cp) == '-' || classOf(cp) == 'I') {
            return 0;
        }
        return Character.toLowerCase(Character.toUpperCase(cp)) - cp;
    }

    private static final int FIRST_SYLLABLE = 0xAC00;
    private static final int LAST_SYLLABLE = 0xD7A3;
    /** Marks with the combining classes 1, 230 and 240: the lowest, the most frequent and the highest. */
    private static final int[] WITNESSES = {0x334, 0x301, 0x345};
    /**
     * Variants of letters from typesetting, width or encodings, without a meaning of their own: digraphs and ligatures,
     * radicals, compatibility jamo, presentation forms, half and full width. First and last of each range.
     */
    private static final int[][] FORMS = {
        {0x132, 0x133}, {0x13F, 0x140}, {0x149, 0x149}, {0x1C4, 0x1CC}, {0x1F1, 0x1F3}, {0x587, 0x587},
        {0x675, 0x678}, {0xE33, 0xE33}, {0xEB3, 0xEB3}, {0xEDC, 0xEDD}, {0xF77, 0xF77}, {0xF79, 0xF79},
        {0x1E9A, 0x1E9A}, {0x2E80, 0x2FD5}, {0x3038, 0x303A}, {0x309F, 0x309F}, {0x30FF, 0x30FF}, {0x3131, 0x318E},
        {0xFB00, 0xFDFC}, {0xFE70, 0xFEFC}, {0xFF00, 0xFFEF}
    };

    private static final BitSet SECONDS = seconds();

    static String compositions() {
        StringBuilder out = new StringBuilder("""
                # Unicode 16, all code points hexadecimal. Hangul syllables are computed.
                # R: first and last code point, rank (decimal) of their canonical combining class among all but 0
                # C: first, second, and the character that they compose to
                # E: a character of words, and what it is read as: its canonical decomposition where NFC does not
                #    always keep it, or the letters of a typographic form
                """);
        ranks(out);
        for (int cp : codePoints()) {
            String nfd = nfd(Character.toString(cp));
            if (classOf(cp) == 'I') {
                continue;
            }
            if (nfc(nfd).equals(Character.toString(cp))
                    && nfd.codePointCount(0, nfd.length()) > 1
                    && (cp < FIRST_SYLLABLE || cp > LAST_SYLLABLE)) {
                int last = nfd.codePointBefore(nfd.length());
                String first = nfc(nfd.substring(0, nfd.length() - Character.charCount(last)));
                out.append(String.format("C %04X %04X %04X%n", first.codePointAt(0), last, cp));
            }
        }
        for (int cp : codePoints()) {
            String expansion = expansion(cp);
            if (!expansion.isEmpty()) {
                out.append(String.format("E %04X", cp));
                expansion.codePoints().forEach(c -> out.append(String.format(" %04X", c)));
                out.append('\n');
            }
        }
        return out.toString();
    }

    /** The replacement of a character; empty if it has none. */
    static String expansion(int cp) {
        String self = Character.toString(cp);
        char kind = classOf(cp);
        if (kind == '-' || kind == 'I') {
            return "";
        }
        String full = isIn(FORMS, cp) ? Normalizer.normalize(self, Form.NFKD) : nfd(self);
        boolean kept = nfc(full).equals(self) && !SECONDS.get(full.codePointAt(0)) || full.startsWith(" ");
        return kept || full.equals(self) ? "" : full;
    }

    /** The second characters of all pairs that compose; NFC may compose such a character with the one before it. */
    private static BitSet seconds() {
        BitSet seconds = new BitSet();
        for (int cp : codePoints()) {
            String nfd = nfd(Character.toString(cp));
            if (nfd.codePointCount(0, nfd.length()) > 1 && nfc(nfd).equals(Character.toString(cp))) {
                seconds.set(nfd.codePointBefore(nfd.length()));
            }
        }
        return seconds;
    }

    /** The JDK has no method for combining classes, but its order of marks reveals them. */
    private static void ranks(StringBuilder out) {
        List<List<Integer>> ranks = new ArrayList<>();
        for (int cp : codePoints()) {
            if (isOrdered(cp)) {
                rank(ranks, cp);
            }
        }
        int[] rankOf = new int[Character.MAX_CODE_POINT + 2];
        for (int i = 0; i < ranks.size(); i++) {
            for (int cp : ranks.get(i)) {
                rankOf[cp] = i + 1;
            }
        }
        for (int cp : codePoints()) {
            int rank = rankOf[cp];
            if (rank > 0 && rankOf[cp - 1] != rank) {
                int last = cp;
                while (rankOf[last + 1] == rank) {
                    last++;
                }
                out.append(String.format("R %04X %04X %d%n", cp, last, rank));
            }
        }
    }

    private static boolean isOrdered(int cp) {
        return nfd(Character.toString(cp)).equals(Character.toString(cp))
                && IntStream.of(WITNESSES).anyMatch(w -> isSwapped(cp, w) || isSwapped(w, cp));
    }

    private static void rank(List<List<Integer>> ranks, int cp) {
        int at = 0;
        while (at < ranks.size() && isSwapped(cp, ranks.get(at).get(0))) {
            at++;
        }
        if (at < ranks.size() && !isSwapped(ranks.get(at).get(0), cp)) {
            ranks.get(at).add(cp);
        } else {
            ranks.add(at, new ArrayList<>(List.of(cp)));
        }
    }

    private static boolean isSwapped(int a, int b) {
        String text = Character.toString(a) + Character.toString(b);
        return !nfd(text).equals(text);
    }

    private static List<Integer> codePoints() {
        return IntStream.rangeClosed(0, Character.MAX_CODE_POINT)
                .filter(cp -> cp < 0xD800 || cp > 0xDFFF)
                .boxed()
                .collect(Collectors.toList());
    }

    static String nfd(String text) {
        return Normalizer.normalize(text, Form.NFD);
    }

    static String nfc(String text) {
        return Normalizer.normalize(text, Form.NFC);
    }

    /**
     * Pairs of a letter and the Latin letter that replaces it, chosen by hand. Letters are compared after folding. If
     * the lower-case letter looks like no Latin letter, the look of the capital counts (Cyrillic Н looks like H, so н
     * is read as h). So capitals and lower case are read alike.
     */
    private static final String CYRILLIC = "аa вb еe һh нh іi јj кk ӏl мm оo рp сc тt уy үy хx ѕs ԁd ԛq ԝw ѵv ԍg";

    private static final String GREEK = "αa βb εe ζz ηn ιi κk μm νv οo ρp τt υu χx ωw γy ϲc ϳj";
    /** Without the dotless i, which is a Turkish letter. */
    private static final String LATIN =
            "ɑa ɡg ɩi ɪi ʋv ᴀa ʙb ᴄc ᴅd ᴇe ꜰf ɢg ʜh ᴊj ᴋk ʟl ᴍm ɴn ᴏo ᴘp ʀr ꜱs ᴛt ᴜu ᴠv ᴡw ʏy ᴢz";

    static String lookalikes() {
        StringBuilder out = new StringBuilder("""
                # Letters and digits, and what --unmask reads them as (hexadecimal, folded).
                # L: a letter that looks like a Latin one, read so in words that have no others
                # F: another character's form in a font or height (Unicode 16), read so in any word
                """);
        pairs().forEach((cp, latin) -> out.append(String.format("L %04X %04X%n", cp, latin)));
        for (int cp = 0; cp <= Character.MAX_CODE_POINT; cp++) {
            int plain = plain(cp);
            if (plain != cp) {
                out.append(String.format("F %04X %04X%n", cp, plain));
            }
        }
        return out.toString();
    }

    private static Map<Integer, Integer> pairs() {
        Map<Integer, Integer> pairs = new TreeMap<>();
        for (String pair : (CYRILLIC + " " + GREEK + " " + LATIN).split(" ")) {
            pairs.put(pair.codePointAt(0), pair.codePointAt(1));
        }
        return pairs;
    }

    private static int plain(int cp) {
        char kind = classOf(cp);
        boolean folded = delta(cp) == 0;
        boolean greek = cp >= 0x370 && cp < 0x400;
        if (kind != 'L' && kind != 'D' || !folded || greek || !expansion(cp).isEmpty()) {
            return cp;
        }
        int[] full = Normalizer.normalize(Character.toString(cp), Form.NFKD)
                .codePoints()
                .toArray();
        if (full.length != 1) {
            return cp;
        }
        return full[0] + delta(full[0]);
    }

    private CharacterTables() {}

    public static void main(String[] args) {
        String table =
                switch (args[0]) {
                    case "characters" -> characters();
                    case "compositions" -> compositions();
                    default -> lookalikes();
                };
        byte[] utf8 = Texts.utf8(table);
        System.out.write(utf8, 0, utf8.length);
        System.out.flush();
    }
}
