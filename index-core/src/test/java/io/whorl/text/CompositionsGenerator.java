package io.whorl.text;

import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.text.Normalizer.Form;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Prints {@code compositions.txt} from the running JDK's {@link Normalizer}. Generated once, on JDK 25 (Unicode 16).
 * Like {@code characters.txt}, never to be generated again for an existing scheme version.
 *
 * <p>Run: {@code java -cp target/classes:target/test-classes io.whorl.text.CompositionsGenerator}
 */
public final class CompositionsGenerator {
    private static final int FIRST_SYLLABLE = 0xAC00;
    private static final int LAST_SYLLABLE = 0xD7A3;
    /** Marks with the combining classes 1, 230 and 240: the lowest, the most frequent and the highest. */
    private static final int[] WITNESSES = {0x334, 0x301, 0x345};
    /**
     * Variants of letters from typesetting, width or encodings, without a meaning of their own: digraphs and ligatures,
     * radicals, compatibility jamo, presentation forms, half and full width. First and last of each range.
     */
    private static final int[][] FORMS = {
        {0x132, 0x133},
        {0x13F, 0x140},
        {0x149, 0x149},
        {0x1C4, 0x1CC},
        {0x1F1, 0x1F3},
        {0x587, 0x587},
        {0x675, 0x678},
        {0xE33, 0xE33},
        {0xEB3, 0xEB3},
        {0xEDC, 0xEDD},
        {0xF77, 0xF77},
        {0xF79, 0xF79},
        {0x1E9A, 0x1E9A},
        {0x2E80, 0x2FD5},
        {0x3038, 0x303A},
        {0x309F, 0x309F},
        {0x30FF, 0x30FF},
        {0x3131, 0x318E},
        {0xFB00, 0xFDFC},
        {0xFE70, 0xFEFC},
        {0xFF00, 0xFFEF}
    };

    private static final BitSet SECONDS = seconds();

    private CompositionsGenerator() {}

    public static void main(String[] args) {
        byte[] table = table().getBytes(StandardCharsets.UTF_8);
        System.out.write(table, 0, table.length);
        System.out.flush();
    }

    static String table() {
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
            if (CharacterTableGenerator.classOf(cp) == 'I') {
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
        char kind = CharacterTableGenerator.classOf(cp);
        if (kind == '-' || kind == 'I') {
            return "";
        }
        String full = isForm(cp) ? Normalizer.normalize(self, Form.NFKD) : nfd(self);
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

    private static boolean isForm(int cp) {
        for (int[] range : FORMS) {
            if (cp >= range[0] && cp <= range[1]) {
                return true;
            }
        }
        return false;
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
}
