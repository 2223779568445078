package io.whorl.corpus.internal.text;

import io.whorl.corpus.format.HiddenText;
import io.whorl.corpus.format.MappedText;
import io.whorl.corpus.format.MappedTextBuilder;
import io.whorl.corpus.format.PageMap;
import io.whorl.corpus.format.TextMap;
import io.whorl.corpus.internal.container.Utf8;
import io.whorl.corpus.internal.text.TextDecoder.DecodedText;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jsoup.parser.Parser;

/**
 * A text and, if it is mapped, the part of the document that each character stands for. All converters take and return
 * such texts, so the places survive any number of passes. Immutable.
 */
final class PlacedText {
    /** The places of a text in which each character stands for itself. */
    private static final int[] ITSELF = {};

    static final PlacedText EMPTY = of("", true);

    final String text;
    final boolean mapped;
    /** The first character of each part, and the one after the last; both lists may be longer than the text. */
    private final int[] starts;

    private final int[] ends;
    /** Where the text begins in {@link #starts}, or in the document if each character stands for itself. */
    private final int offset;
    /** What the document has beside the text. */
    private final HiddenText hidden;

    private PlacedText(String text, boolean mapped, int[] starts, int[] ends, int offset) {
        this(text, mapped, starts, ends, offset, HiddenText.NONE);
    }

    private PlacedText(String text, boolean mapped, int[] starts, int[] ends, int offset, HiddenText hidden) {
        this.hidden = hidden;
        this.text = text;
        this.mapped = mapped;
        this.starts = starts;
        this.ends = ends;
        this.offset = offset;
    }

    /** Returns a document, in which each character stands for itself. */
    static PlacedText of(String document, boolean mapped) {
        return new PlacedText(document, mapped, ITSELF, ITSELF, 0);
    }

    /** Returns a text of which each character stands for the same part of the document. */
    static PlacedText standing(String text, int start, int end, boolean mapped) {
        PlacedTextBuilder whole = new PlacedTextBuilder(text.length(), mapped);
        whole.append(text, start, end);
        return whole.build();
    }

    /** The place after the accepted characters that begin at a place, at most {@code to}. */
    static int runEnd(CharSequence text, int from, int to, IntPredicate accepted) {
        int end = from;
        while (end < to && accepted.test(text.charAt(end))) {
            end++;
        }
        return end;
    }

    /** The place of the first of the accepted characters that end before a place, at least {@code from}. */
    static int runStart(CharSequence text, int from, int to, IntPredicate accepted) {
        int start = to;
        while (start > from && accepted.test(text.charAt(start - 1))) {
            start--;
        }
        return start;
    }

    int length() {
        return text.length();
    }

    char charAt(int i) {
        return text.charAt(i);
    }

    /** The first character of the document that a character stands for. Without meaning if the text is not mapped. */
    int start(int i) {
        return starts == ITSELF ? offset + i : starts[offset + i];
    }

    /** The character after the last one. */
    int end(int i) {
        return ends == ITSELF ? offset + i + 1 : ends[offset + i];
    }

    PlacedText part(int from, int to) {
        return from == 0 && to == text.length()
                ? this
                : new PlacedText(text.substring(from, to), mapped, starts, ends, offset + from);
    }

    /** Returns the text with other characters at the same places. */
    PlacedText withText(String characters) {
        return new PlacedText(characters, mapped, starts, ends, offset);
    }

    /** Returns the text with what the document has beside it. Only the text of a whole document keeps it. */
    PlacedText hiding(HiddenText other) {
        return new PlacedText(text, mapped, starts, ends, offset, other);
    }

    PlacedText stripped() {
        int from = text.length() - text.stripLeading().length();
        return part(from, from + text.strip().length());
    }

    /** Returns the text with a newline at each end of a line. */
    PlacedText unified() {
        if (text.indexOf('\r') < 0) {
            return this;
        }
        String unified = text.replace("\r\n", "\n").replace('\r', '\n');
        PlacedTextBuilder lines = new PlacedTextBuilder(unified.length(), mapped);
        for (int i = 0, at = 0; i < unified.length(); i++) {
            lines.append(unified.charAt(i), start(at), end(at));
            at += text.startsWith("\r\n", at) ? 2 : 1;
        }
        return lines.build();
    }

    /**
     * Returns a text that a parser made of a part of this markup. The markup is decoded again, and each character is
     * compared, so a place is never guessed: the result is not mapped if the markup is not that of the text.
     *
     * @param from the start of the markup of the text
     * @param to its end
     */
    PlacedText parsed(int from, int to, String result, Syntax syntax) {
        if (!mapped) {
            return of(result, false);
        }
        if (to - from == result.length() && text.startsWith(result, from)) {
            return part(from, to);
        }
        return new Parsing(from, to, result).places(syntax);
    }

    /** Which sequences of a markup stand for other characters. */
    enum Syntax {
        RAW,
        /** Character references. */
        REFERENCES,
        /** Character references, and backslashes before punctuation. */
        ESCAPES,
        /** Bytes after an equals sign, as mails have; an equals sign at the end of a line joins two lines. */
        QUOTED_PRINTABLE
    }

    private final class Parsing {
        private static final int MAX_REFERENCE = 64;
        private static final String PUNCTUATION = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";

        private final int to;
        private final String result;
        private final PlacedTextBuilder found;
        private int at;

        Parsing(int from, int to, String result) {
            at = from;
            this.to = to;
            this.result = result;
            found = new PlacedTextBuilder(result.length(), true);
        }

        PlacedText places(Syntax syntax) {
            while (at < to) {
                char c = text.charAt(at);
                int next = found.length() < result.length() ? result.charAt(found.length()) : -1;
                boolean markup = syntax == Syntax.REFERENCES || syntax == Syntax.ESCAPES;
                if (markup && c == '&' && reference()) {
                    continue;
                }
                boolean escaped = syntax == Syntax.ESCAPES
                        && c == '\\'
                        && at + 1 < to
                        && PUNCTUATION.indexOf(text.charAt(at + 1)) >= 0
                        && text.charAt(at + 1) == next;
                boolean quoted = syntax == Syntax.QUOTED_PRINTABLE && c == '=';
                if (escaped) {
                    add(1, at + 2);
                } else if (quoted) {
                    at = hex(next) ? at : at + 1;
                } else if (c == next || c == '\0' && next == '\ufffd') {
                    add(1, at + 1);
                } else if (syntax == Syntax.QUOTED_PRINTABLE && c == '\n' && next == '\r') {
                    add(1, at);
                } else if (c <= ' ') {
                    at++;
                } else {
                    return of(result, false);
                }
            }
            return found.length() == result.length() ? found.build() : of(result, false);
        }

        /** The next characters of the text stand for the markup up to {@code end}. */
        private void add(int characters, int end) {
            int done = found.length();
            found.append(result.substring(done, done + characters), start(at), end(end - 1));
            at = end;
        }

        /** True if this value follows in two digits. */
        private boolean hex(int next) {
            int high = at + 2 < to ? Character.digit(text.charAt(at + 1), 16) : -1;
            int low = high < 0 ? -1 : Character.digit(text.charAt(at + 2), 16);
            boolean is = low >= 0 && ((high << 4) | low) == next;
            if (is) {
                add(1, at + 3);
            }
            return is;
        }

        private boolean reference() {
            int most = Math.min(to, at + MAX_REFERENCE);
            int end = runEnd(text, at + 1, most, c -> Character.isLetterOrDigit(c) || c == '#');
            end += end < most && text.charAt(end) == ';' ? 1 : 0;
            String reference = text.substring(at, end);
            String decoded = Parser.unescapeEntities(reference, false);
            if (decoded.isEmpty() || decoded.equals(reference) || !result.startsWith(decoded, found.length())) {
                return false;
            }
            // Without a semicolon, the reference may end before the letters do.
            int tail = 0;
            while (tail + 1 < decoded.length()
                    && decoded.charAt(decoded.length() - 1 - tail) == reference.charAt(reference.length() - 1 - tail)) {
                tail++;
            }
            add(decoded.length() - tail, end - tail);
            return true;
        }
    }

    MappedText mappedText(DecodedText source) {
        byte[] utf8 = utf8();
        if (!mapped) {
            return new MappedText(utf8, Optional.empty(), PageMap.NONE, hidden);
        }
        MappedTextBuilder builder = MappedTextBuilder.of(source.document(), source.charset());
        // The builder counts the byte order mark.
        int mark = builder.source().length() - source.text().length();
        for (int i = 0, to; i < text.length(); i = to) {
            to = copyEnd(i);
            builder.append(text.substring(i, to), mark + start(i), mark + end(to - 1));
        }
        MappedText built = builder.build();
        Optional<TextMap> map = Arrays.equals(utf8, built.utf8()) ? built.map() : Optional.empty();
        return new MappedText(utf8, map, PageMap.NONE, hidden);
    }

    /** The end of the copied characters that begin here, or of the character here if it was not copied. */
    private int copyEnd(int from) {
        int to = from;
        while (to < text.length() && start(to) == start(from) + to - from && end(to) == start(to) + 1) {
            to++;
        }
        return to > from ? to : from + Character.charCount(text.codePointAt(from));
    }

    /** Encodes the text. Unpaired surrogates, which character references can produce, become U+FFFD. */
    byte[] utf8() {
        return Utf8.withoutLoneSurrogates(text).getBytes(StandardCharsets.UTF_8);
    }

    /** Reads a text from its beginning to its end, or to an earlier one. */
    static class TextCursor {
        final PlacedText source;
        final String text;
        final int end;
        int at;

        TextCursor(PlacedText source, int end) {
            this.source = source;
            text = source.text;
            this.end = end;
        }

        /** Skips these characters; false if they are not here. */
        final boolean skip(String s) {
            boolean is = at + s.length() <= end && text.startsWith(s, at);
            at += is ? s.length() : 0;
            return is;
        }

        final void skip(IntPredicate accepted) {
            at = runEnd(text, at, end, accepted);
        }

        /** Reads so many characters, or those that are left. */
        final String take(int count) {
            int from = at;
            at = Math.min(end, at + count);
            return text.substring(from, at);
        }

        /** Reads what a pattern matches here, and returns a group of it; empty if it does not match. */
        final String take(Pattern pattern, int group) {
            Matcher matcher = pattern.matcher(text).region(at, end);
            if (!matcher.lookingAt()) {
                return "";
            }
            at = matcher.end();
            return matcher.group(group);
        }
    }

    /**
     * Makes a text of the characters of others, with their places if it is mapped. Can be cut back. The text is not
     * mapped if one of the others is not.
     */
    static final class PlacedTextBuilder {
        private final StringBuilder text;
        private boolean mapped;
        private int[] starts;
        private int[] ends;

        PlacedTextBuilder(int size, boolean mapped) {
            text = new StringBuilder(Math.max(16, size));
            this.mapped = mapped;
            starts = mapped ? new int[Math.max(16, size)] : ITSELF;
            ends = mapped ? new int[starts.length] : ITSELF;
        }

        boolean isMapped() {
            return mapped;
        }

        int length() {
            return text.length();
        }

        CharSequence characters() {
            return text;
        }

        /** The end of the part that the last character stands for; 0 if there is none. */
        int end() {
            return mapped && text.length() > 0 ? ends[text.length() - 1] : 0;
        }

        void append(PlacedText from) {
            append(from, 0, from.text.length());
        }

        void append(PlacedText from, int begin, int end) {
            int at = text.length();
            text.append(from.text, begin, end);
            mapped &= from.mapped || begin == end;
            if (mapped) {
                reserve();
                for (int i = begin; i < end; i++) {
                    starts[at] = from.start(i);
                    ends[at++] = from.end(i);
                }
            }
        }

        /** Appends a character that stands for a part of the document. */
        void append(char c, int start, int end) {
            text.append(c);
            if (mapped) {
                reserve();
                starts[text.length() - 1] = start;
                ends[text.length() - 1] = end;
            }
        }

        /** Appends text of which each character stands for the same part of the document. */
        void append(String s, int start, int end) {
            for (int i = 0; i < s.length(); i++) {
                append(s.charAt(i), start, end);
            }
        }

        /** Appends text that the document does not have; it stands for the empty part after what precedes it. */
        void insert(String s) {
            append(s, end(), end());
        }

        private void reserve() {
            if (text.length() > starts.length) {
                int size = Math.max(text.length(), Math.addExact(starts.length, starts.length >> 1));
                starts = Arrays.copyOf(starts, size);
                ends = Arrays.copyOf(ends, size);
            }
        }

        void cutTo(int length) {
            text.setLength(length);
        }

        void delete(int from, int to) {
            if (mapped) {
                System.arraycopy(starts, to, starts, from, text.length() - to);
                System.arraycopy(ends, to, ends, from, text.length() - to);
            }
            text.delete(from, to);
        }

        /** The characters go on without their places. */
        void unmap() {
            mapped = false;
        }

        /** Returns the text. Must be called once, at the end. */
        PlacedText build() {
            return mapped ? new PlacedText(text.toString(), true, starts, ends, 0) : of(text.toString(), false);
        }
    }
}
