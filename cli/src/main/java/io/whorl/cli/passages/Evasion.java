package io.whorl.cli.passages;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.whorl.cli.output.Table;
import io.whorl.corpus.format.HiddenText;
import io.whorl.text.TextBytes;
import java.io.IOException;
import java.lang.Character.UnicodeScript;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * A sign that a text was changed so that programs do not read what people see. It may have another cause: the excerpt
 * helps a reader to judge.
 *
 * @param kind what was found
 * @param count words for {@link Kind#LOOK_ALIKES}, otherwise characters
 * @param excerpt the text around the first place, with signs in place of characters that cannot be seen
 */
public record Evasion(Kind kind, long count, String excerpt) {
    /** Fewer may be accidents, such as one character copied from a web page. */
    private static final int LEAST = 3;

    private static final int CONTEXT = 30;

    /** Scripts in which an invisible character between letters is no part of the spelling. */
    private static final Set<UnicodeScript> PLAIN =
            Set.of(UnicodeScript.LATIN, UnicodeScript.CYRILLIC, UnicodeScript.GREEK);

    /** What may be found in a text. */
    public enum Kind {
        /** Letters of another alphabet within words. */
        LOOK_ALIKES,
        /** Characters between letters that have no width. */
        INVISIBLE,
        /** Controls of the writing direction in a text that has only one direction, and overrides in any text. */
        DIRECTION,
        /** Text that the format of the file hides. */
        HIDDEN
    }

    /** Returns what is found in a text, one of each kind at most, in the order of the kinds. */
    public static List<Evasion> of(byte[] utf8, HiddenText hidden) {
        List<Evasion> found = new ArrayList<>();
        byte[] undisguised = TextBytes.undisguised(utf8);
        boolean disguised = undisguised != utf8;
        if (disguised || hasControls(utf8)) {
            int[] text = new String(utf8, UTF_8).codePoints().toArray();
            if (disguised) {
                int[] other = new String(undisguised, UTF_8).codePoints().toArray();
                add(found, Kind.LOOK_ALIKES, text, places(text, (t, i) -> isFirstOther(t, other, i)), LEAST);
            }
            add(found, Kind.INVISIBLE, text, places(text, Evasion::isInvisible), LEAST);
            Places overrides = places(text, (t, i) -> t[i] == 0x202d || t[i] == 0x202e);
            boolean both = IntStream.of(text).anyMatch(Evasion::isRightToLeft);
            Places controls = both ? overrides : places(text, (t, i) -> isDirection(t[i]));
            add(found, Kind.DIRECTION, text, controls, overrides.count() > 0 ? 1 : LEAST);
        }
        if (hidden.characters() >= LEAST) {
            found.add(new Evasion(Kind.HIDDEN, hidden.characters(), visible(hidden.excerpt())));
        }
        return found;
    }

    /** Returns the count and the excerpt. */
    public String detail() {
        return String.format(Locale.ROOT, "%,d: \u201c%s\u201d", count, excerpt);
    }

    /** Returns findings as an array of JSON. */
    public static String json(List<Evasion> found) throws IOException {
        return new Table<Evasion>()
                .text("kind", e -> e.kind.name().toLowerCase(Locale.ROOT).replace('_', '-'))
                .count("count", Evasion::count)
                .text("excerpt", Evasion::excerpt)
                .json(found);
    }

    private static void add(List<Evasion> found, Kind kind, int[] text, Places places, int least) {
        if (places.count() >= least) {
            int from = Math.max(0, places.first() - CONTEXT);
            int to = Math.min(text.length, places.first() + CONTEXT);
            found.add(new Evasion(kind, places.count(), visible(new String(text, from, to - from))));
        }
    }

    /** True if there may be an invisible character or a control: in UTF-8 they begin with these bytes. */
    private static boolean hasControls(byte[] utf8) {
        for (int i = 0; i + 1 < utf8.length; i++) {
            int lead = utf8[i] & 0xff;
            int next = utf8[i + 1] & 0xff;
            if (lead == 0xe2 && (next == 0x80 || next == 0x81)
                    || lead == 0xc2 && next == 0xad
                    || lead == 0xef && (next == 0xbb || next == 0xb8)
                    || lead == 0xf3
                    || lead == 0xd8 && next == 0x9c
                    || lead == 0xcd && next == 0x8f
                    || lead == 0xe1 && (next == 0x85 || next == 0xa0)
                    || lead == 0xe3 && next == 0x85) {
                return true;
            }
        }
        return false;
    }

    /** A test of a place in a text. */
    private interface Place {
        boolean is(int[] text, int at);
    }

    /** The first of some places, and their number. */
    private record Places(int first, int count) {}

    private static Places places(int[] text, Place place) {
        int first = 0;
        int count = 0;
        for (int i = 0; i < text.length; i++) {
            if (place.is(text, i)) {
                first = count++ == 0 ? i : first;
            }
        }
        return new Places(first, count);
    }

    /** True for the first letter of its word that is another one without the disguise. Formulas have short words. */
    private static boolean isFirstOther(int[] text, int[] undisguised, int at) {
        if (text[at] == undisguised[at]) {
            return false;
        }
        int from = at;
        while (from > 0 && Character.isLetter(text[from - 1])) {
            from--;
            if (text[from] != undisguised[from]) {
                return false;
            }
        }
        int to = at;
        while (to < text.length && Character.isLetter(text[to])) {
            to++;
        }
        return to - from >= LEAST;
    }

    private static boolean isInvisible(int[] text, int at) {
        if (!isWithoutWidth(text[at]) || !isPlain(text, at - 1) || !isPlain(text, at + 1)) {
            return false;
        }
        // Syllables have two letters or more.
        return text[at] != 0xad || !isLetter(text, at - 2) || !isLetter(text, at + 2);
    }

    /** Characters without width that do not belong to the spelling of alphabets. */
    private static boolean isWithoutWidth(int c) {
        return c == 0xad
                || c == 0x34f
                || c == 0x115f
                || c == 0x1160
                || c == 0x180e
                || c >= 0x200b && c <= 0x200d
                || c >= 0x2060 && c <= 0x2064
                || c == 0x3164
                || c >= 0xfe00 && c <= 0xfe0f
                || c == 0xfeff
                || c >= 0xe0000 && c <= 0xe01ef;
    }

    /** True for a letter, and for another invisible character beside this one. */
    private static boolean isPlain(int[] text, int at) {
        return isLetter(text, at) || at >= 0 && at < text.length && isWithoutWidth(text[at]);
    }

    private static boolean isLetter(int[] text, int at) {
        return at >= 0
                && at < text.length
                && Character.isLetter(text[at])
                && PLAIN.contains(UnicodeScript.of(text[at]));
    }

    private static boolean isDirection(int c) {
        return c == 0x61c || c == 0x200e || c == 0x200f || c >= 0x202a && c <= 0x202e || c >= 0x2066 && c <= 0x2069;
    }

    private static boolean isRightToLeft(int c) {
        byte direction = Character.getDirectionality(c);
        return Character.isLetter(c)
                && (direction == Character.DIRECTIONALITY_RIGHT_TO_LEFT
                        || direction == Character.DIRECTIONALITY_RIGHT_TO_LEFT_ARABIC);
    }

    /** Returns a text with signs in place of characters that cannot be seen or would change what is seen. */
    private static String visible(String text) {
        StringBuilder visible = new StringBuilder();
        text.codePoints().forEach(c -> {
            if (isWithoutWidth(c) || isDirection(c)) {
                visible.append(String.format("[U+%04X]", c));
            } else {
                visible.appendCodePoint(Character.isWhitespace(c) ? ' ' : c);
            }
        });
        return visible.toString().strip();
    }
}
