package io.whorl.text;

import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.text.Normalizer.Form;
import java.util.Map;
import java.util.TreeMap;

/**
 * Prints {@code lookalikes.txt}: the pairs below, which were chosen by hand, and the letters and digits that are
 * variants of others in font or height, from the {@link Normalizer} of JDK 25. Never to be generated again for an
 * existing scheme version.
 *
 * <p>Letters are compared after folding. If the lower-case letter looks like no Latin letter, the look of the capital
 * counts (Cyrillic Н looks like H, so н is read as h). So capitals and lower case are read alike.
 *
 * <p>Run: {@code java -cp target/classes:target/test-classes io.whorl.text.LookalikesGenerator}
 */
public final class LookalikesGenerator {
    /** Pairs of a letter and the Latin letter that replaces it. */
    private static final String CYRILLIC = "аa вb еe һh нh іi јj кk ӏl мm оo рp сc тt уy үy хx ѕs ԁd ԛq ԝw ѵv ԍg";

    private static final String GREEK = "αa βb εe ζz ηn ιi κk μm νv οo ρp τt υu χx ωw γy ϲc ϳj";
    /** Without the dotless i, which is a Turkish letter. */
    private static final String LATIN =
            "ɑa ɡg ɩi ɪi ʋv ᴀa ʙb ᴄc ᴅd ᴇe ꜰf ɢg ʜh ᴊj ᴋk ʟl ᴍm ɴn ᴏo ᴘp ʀr ꜱs ᴛt ᴜu ᴠv ᴡw ʏy ᴢz";

    private LookalikesGenerator() {}

    public static void main(String[] args) {
        byte[] table = table().getBytes(StandardCharsets.UTF_8);
        System.out.write(table, 0, table.length);
        System.out.flush();
    }

    static String table() {
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
        char kind = CharacterTableGenerator.classOf(cp);
        boolean folded = CharacterTableGenerator.delta(cp) == 0;
        boolean greek = cp >= 0x370 && cp < 0x400;
        if (kind != 'L' && kind != 'D'
                || !folded
                || greek
                || !CompositionsGenerator.expansion(cp).isEmpty()) {
            return cp;
        }
        int[] full = Normalizer.normalize(Character.toString(cp), Form.NFKD)
                .codePoints()
                .toArray();
        if (full.length != 1) {
            return cp;
        }
        return full[0] + CharacterTableGenerator.delta(full[0]);
    }
}
