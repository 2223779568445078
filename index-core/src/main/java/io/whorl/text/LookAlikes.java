package io.whorl.text;

import io.whorl.text.CharacterTable.TableFile;
import io.whorl.text.WordStage.Unmasking;
import java.util.Arrays;
import java.util.List;

/**
 * Undoes a disguise: letters of one script within words of another one, which look the same to a reader and differ to a
 * program. The scripts are Latin, Cyrillic and Greek; letters of some other scripts and of mathematical fonts are
 * replaced by Latin ones, too. A text without such words stays as it is, so texts in any language compare as before.
 *
 * <p>A letter is sure if no letter of the other scripts looks like it. The sure letters of a word tell its script.
 * Without any, it has the script of most sure letters of the text. Words that consist of letters of one script are
 * replaced only if many other words are disguised. Thread-safe.
 */
public final class LookAlikes {
    private static final int LATIN = 0;
    private static final int CYRILLIC = 1;
    private static final int GREEK = 2;
    private static final int OTHER = 3;
    private static final int SCRIPTS = 4;
    private static final List<String> NAMES = List.of("Latn", "Cyrl", "Grek");

    /** The least disguised words for the replacement of words that consist of look-alikes, and one in so many words. */
    private static final int LEAST_DISGUISED = 3;

    private static final int WORDS_PER_DISGUISED = 50;

    /** Lead bytes below this one begin letters of Latin alphabets. */
    private static final int FIRST_LEAD = 0xc9;

    private static final int LAST = 0xffff;
    /** The Latin letter that each letter looks like; 0 if there is none. */
    private static final char[] TO_LATIN = new char[LAST + 1];
    /** By script: the letter that looks like each Latin letter; 0 if there is none. */
    private static final char[][] FROM_LATIN = new char[SCRIPTS][(LAST + 1) >> 3];

    static {
        for (String[] line : TableFile.lines("confusables.txt")) {
            int script = NAMES.indexOf(line[0]);
            for (int i = 1; i < line.length; i++) {
                char letter = line[i].charAt(0);
                char latin = line[i].charAt(1);
                TO_LATIN[letter] = latin;
                if (script > LATIN && FROM_LATIN[script][latin] == 0) {
                    FROM_LATIN[script][latin] = letter;
                }
            }
        }
    }

    private final byte[] utf8;
    /** Sure letters of the text, by script. */
    private final long[] sure = new long[SCRIPTS];

    private long words;
    private long disguised;

    /** The scripts of the letters of the last word, and those of its sure letters, as bits. */
    private int scripts;

    private int sureScripts;

    private LookAlikes(byte[] utf8) {
        this.utf8 = utf8;
    }

    /**
     * Returns a text without disguise, with as many code points, of which each stands for the one at the same place.
     *
     * @param utf8 the text; malformed sequences stay
     * @return the same array if no word is disguised, as in genuine texts of any language; otherwise a new one
     */
    public static byte[] undone(byte[] utf8) {
        for (byte b : utf8) {
            if ((b & 0xff) >= FIRST_LEAD) {
                LookAlikes text = new LookAlikes(utf8);
                text.count();
                return text.disguised == 0 ? utf8 : text.replaced();
            }
        }
        return utf8;
    }

    private void count() {
        for (int at = 0; at < utf8.length; ) {
            int end = wordEnd(at);
            if (end > at) {
                words++;
                disguised += Integer.bitCount(scripts) > 1 ? 1 : 0;
            }
            at = end > at ? end : at + Utf8.length(Utf8.decode(utf8, at, utf8.length));
        }
    }

    /** Returns the end of the word that begins here, and what its letters are; the place itself if none does. */
    private int wordEnd(int from) {
        scripts = 0;
        sureScripts = 0;
        for (int at = from; at < utf8.length; ) {
            int decoded = Utf8.decode(utf8, at, utf8.length);
            int cp = Utf8.codePoint(decoded);
            int script = LATIN;
            if (cp >= 0x80) {
                int kind = CharacterTable.kindOf(CharacterTable.entry(cp));
                if (kind != CharacterTable.LETTER && kind != CharacterTable.MARK && kind != CharacterTable.IGNORED) {
                    return at;
                }
                script = kind == CharacterTable.LETTER ? script(cp) : SCRIPTS;
            } else if ((cp | 0x20) < 'a' || (cp | 0x20) > 'z') {
                return at;
            }
            if (script < SCRIPTS) {
                // A letter of a mathematical font is a disguise by itself.
                scripts |= (1 << script) | (cp > LAST && latin(cp) != 0 ? 1 << LATIN : 0);
                if (isSure(cp, script)) {
                    sure[script]++;
                    sureScripts |= 1 << script;
                }
            }
            at += Utf8.length(decoded);
        }
        return utf8.length;
    }

    private static int script(int cp) {
        if (cp >= 0x400 && cp < 0x530 || cp >= 0xa640 && cp < 0xa6a0) {
            return CYRILLIC;
        }
        if (cp >= 0x370 && cp < 0x400 || cp >= 0x1f00 && cp < 0x2000) {
            return GREEK;
        }
        boolean latin = cp < 0x2b0 || cp >= 0x1e00 && cp < 0x1f00;
        return latin && TO_LATIN[cp] == 0 ? LATIN : OTHER;
    }

    private static boolean isSure(int cp, int script) {
        return script == LATIN ? FROM_LATIN[CYRILLIC][cp] == 0 && FROM_LATIN[GREEK][cp] == 0 : latin(cp) == 0;
    }

    /** The Latin letter that a letter looks like; 0 if there is none. */
    private static int latin(int cp) {
        if (cp <= LAST) {
            return TO_LATIN[cp];
        }
        int plain = Unmasking.plain(cp);
        return plain < 0x80 ? plain : 0;
    }

    private byte[] replaced() {
        int home = LATIN;
        for (int script : new int[] {CYRILLIC, GREEK}) {
            home = sure[script] > sure[home] ? script : home;
        }
        boolean whole = disguised >= LEAST_DISGUISED && disguised * WORDS_PER_DISGUISED >= words;
        // A letter of one byte may become one of two.
        byte[] out = new byte[Math.addExact(2 * utf8.length, Utf8.MAX_BYTES)];
        int o = 0;
        for (int at = 0; at < utf8.length; ) {
            int end = wordEnd(at);
            int target = sureScripts == 0 ? home : Integer.numberOfTrailingZeros(sureScripts);
            boolean replace = end > at
                    && target != OTHER
                    && Integer.bitCount(sureScripts) <= 1
                    && (Integer.bitCount(scripts) > 1 || whole && sureScripts == 0);
            int written = replace ? replace(at, end, target, out, o) : 0;
            if (written == 0) {
                end = end > at ? end : at + Utf8.length(Utf8.decode(utf8, at, utf8.length));
                System.arraycopy(utf8, at, out, o, end - at);
                written = o + end - at;
            }
            o = written;
            at = end;
        }
        return Arrays.copyOf(out, o);
    }

    /** Writes a word in the letters of a script, and returns the end of what was written; 0 if it cannot be. */
    private int replace(int from, int to, int target, byte[] out, int start) {
        int o = start;
        for (int at = from; at < to; ) {
            int decoded = Utf8.decode(utf8, at, to);
            int cp = Utf8.codePoint(decoded);
            if (CharacterTable.kindOf(CharacterTable.entry(cp)) == CharacterTable.LETTER) {
                int script = script(cp);
                int latin = script == LATIN ? cp : latin(cp);
                int letter = script == target ? cp : target == LATIN ? latin : FROM_LATIN[target][latin];
                if (letter == 0) {
                    return 0;
                }
                cp = letter;
            }
            o = Utf8.encode(cp, out, o);
            at += Utf8.length(decoded);
        }
        return o;
    }
}
