package io.whorl.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.whorl.corpus.format.HiddenText;
import io.whorl.text.LookAlikes;
import java.io.IOException;
import java.lang.Character.UnicodeScript;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * A sign that a text was changed so that programs do not read what people see. It may have another cause: the excerpt
 * helps a reader to judge.
 *
 * @param count words for {@link Kind#LOOK_ALIKES}, otherwise characters
 * @param excerpt the text around the first place, with signs in place of characters that cannot be seen
 */
record Evasion(Kind kind, long count, String excerpt) {
    /** Fewer may be accidents, such as one character copied from a web page. */
    private static final int LEAST = 3;

    private static final int CONTEXT = 30;

    /** Scripts in which an invisible character between letters is no part of the spelling. */
    private static final Set<UnicodeScript> PLAIN =
            Set.of(UnicodeScript.LATIN, UnicodeScript.CYRILLIC, UnicodeScript.GREEK);

    /** The first letter (x) of a word that is another one without the disguise. Formulas have short words. */
    private static final Pattern LOOK_ALIKE = Pattern.compile("(?=[lx]{" + LEAST + "})l*+(x)[lx]*+");

    /** A hyphen (H) that is soft may be where a word is cut: its syllables have two letters or more. */
    private static final Pattern INVISIBLE = Pattern.compile("(?<=[LHW])(W|H(?!.L)|(?<!L.)H)(?=[LHW])");

    private static final Pattern OVERRIDE = Pattern.compile("(O)");
    private static final Pattern DIRECTION = Pattern.compile("([OD])");

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
        byte[] undisguised = LookAlikes.undone(utf8);
        boolean disguised = undisguised != utf8;
        String plain = new String(utf8, UTF_8);
        if (disguised || plain.codePoints().anyMatch(c -> isWithoutWidth(c) || isDirection(c))) {
            int[] text = plain.codePoints().toArray();
            if (disguised) {
                int[] other = new String(undisguised, UTF_8).codePoints().toArray();
                String letters = kinds(text, i -> !Character.isLetter(text[i]) ? '.' : text[i] == other[i] ? 'l' : 'x');
                add(found, Kind.LOOK_ALIKES, text, LOOK_ALIKE.matcher(letters), LEAST);
            }
            String kinds = kinds(text, i -> kind(text[i]));
            add(found, Kind.INVISIBLE, text, INVISIBLE.matcher(kinds), LEAST);
            boolean both = IntStream.of(text).anyMatch(Evasion::isRightToLeft);
            int least = kinds.indexOf('O') >= 0 ? 1 : LEAST;
            add(found, Kind.DIRECTION, text, (both ? OVERRIDE : DIRECTION).matcher(kinds), least);
        }
        if (hidden.characters() >= LEAST) {
            found.add(new Evasion(Kind.HIDDEN, hidden.characters(), visible(hidden.excerpt())));
        }
        return found;
    }

    public String detail() {
        return Amount.say("%,d: \u201c%s\u201d", count, excerpt);
    }

    public static String json(List<Evasion> found) throws IOException {
        return new Table<Evasion>()
                .text("kind", e -> Choice.name(e.kind))
                .count("count", Evasion::count)
                .text("excerpt", Evasion::excerpt)
                .json(found);
    }

    /** Adds what is found at the first groups of some matches, if these are not too few. */
    private static void add(List<Evasion> found, Kind kind, int[] text, Matcher places, int least) {
        int first = 0;
        int count = 0;
        while (places.find()) {
            first = count++ == 0 ? places.start(1) : first;
        }
        if (count >= least) {
            int from = Math.max(0, first - CONTEXT);
            int to = Math.min(text.length, first + CONTEXT);
            found.add(new Evasion(kind, count, visible(new String(text, from, to - from))));
        }
    }

    /** Returns a text with a letter for the kind of each code point, so that patterns find places by number. */
    private static String kinds(int[] text, IntUnaryOperator kind) {
        StringBuilder kinds = new StringBuilder(text.length);
        for (int i = 0; i < text.length; i++) {
            kinds.append((char) kind.applyAsInt(i));
        }
        return kinds.toString();
    }

    /** A letter (L), a soft hyphen (H), another character without width (W), an override (O), another control (D). */
    private static char kind(int c) {
        if (isWithoutWidth(c)) {
            return c == 0xad ? 'H' : 'W';
        }
        if (isDirection(c)) {
            return c == 0x202d || c == 0x202e ? 'O' : 'D';
        }
        return Character.isLetter(c) && PLAIN.contains(UnicodeScript.of(c)) ? 'L' : '.';
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
