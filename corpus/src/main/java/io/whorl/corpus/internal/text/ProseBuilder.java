package io.whorl.corpus.internal.text;

import io.whorl.corpus.format.MappedText;
import io.whorl.corpus.format.MappedTextBuilder;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;
import org.agrona.collections.IntArrayList;

/**
 * Builds a text with normalised white space. White space is requested, not written: the widest requested gap precedes
 * the next character. So there is none at either end, and a document of nothing but markup yields an empty text. On
 * request, each character gets its place in the source.
 */
final class ProseBuilder {
    private static final int NOTHING = 0;
    private static final int SPACE = 1;
    private static final int LINE = 2;
    private static final int PARAGRAPH = 3;
    private static final String[] GAPS = {"", " ", "\n", "\n\n"};
    private static final byte[] REPLACEMENT = {(byte) 0xef, (byte) 0xbf, (byte) 0xbd};

    private final StringBuilder text;
    private final boolean mapped;
    private final Origins origins;
    private int gap;

    /** @param size the size of the document in characters; the text is rarely longer */
    ProseBuilder(int size) {
        this(size, false);
    }

    /** @param mapped whether the converter says where characters come from, so that the text has a map */
    ProseBuilder(int size, boolean mapped) {
        text = new StringBuilder(Math.max(16, size / 2));
        this.mapped = mapped;
        origins = new Origins();
    }

    boolean isMapped() {
        return mapped;
    }

    /** Where the next characters come from. Counts only if the text is mapped. */
    Origins origins() {
        return origins;
    }

    /** Replaces each end of a line by a newline, before the text is converted. */
    String unified(String source) {
        if (source.indexOf('\r') < 0) {
            return source;
        }
        String unified = source.replace("\r\n", "\n").replace('\r', '\n');
        if (mapped) {
            int[] places = new int[unified.length() + 1];
            for (int i = 0; i < unified.length(); i++) {
                places[i + 1] = places[i] + (source.startsWith("\r\n", places[i]) ? 2 : 1);
            }
            origins.readsThrough(places);
        }
        return unified;
    }

    void space() {
        gap = Math.max(gap, SPACE);
    }

    void line() {
        gap = Math.max(gap, LINE);
    }

    void paragraph() {
        gap = PARAGRAPH;
    }

    /** Cancels a requested space, as before punctuation. */
    void cancelSpace() {
        gap = gap == SPACE ? NOTHING : gap;
    }

    /** Appends a character. Control characters are white space. */
    void character(char c) {
        if (c <= ' ') {
            space();
            if (mapped) {
                origins.skip();
            }
            return;
        }
        int length = text.length();
        if (gap != NOTHING && length > 0) {
            text.append(GAPS[gap]);
        }
        gap = NOTHING;
        if (mapped) {
            origins.print(length, text.length() - length);
        }
        text.append(c);
    }

    void text(CharSequence s) {
        for (int i = 0; i < s.length(); i++) {
            character(s.charAt(i));
        }
    }

    /** Appends text and keeps its line breaks; empty lines separate paragraphs. */
    void lines(CharSequence s) {
        boolean empty = false;
        for (int i = 0; i < s.length(); i++) {
            char c = s.charAt(i);
            if (c == '\n') {
                gap = empty ? PARAGRAPH : Math.max(gap, LINE);
                empty = true;
                if (mapped) {
                    origins.skip();
                }
            } else {
                empty &= c <= ' ';
                character(c);
            }
        }
    }

    /** Appends text unchanged, from the place that the origins have. */
    void verbatim(String s) {
        for (int i = 0; mapped && i < s.length(); i++) {
            origins.print(text.length() + i, 0);
        }
        text.append(s);
    }

    /** The UTF-16 units of the text so far, without requested white space. */
    int length() {
        return text.length();
    }

    /** The number of code points of a part of the text. */
    int codePoints(int from, int to) {
        return text.codePointCount(from, to);
    }

    /** The code points at which paragraphs begin. */
    int[] paragraphs() {
        IntStream.Builder starts = IntStream.builder();
        int codePoint = 0;
        for (int from = 0, end; from < text.length(); from = end) {
            starts.add(codePoint);
            int gap = text.indexOf(GAPS[PARAGRAPH], from);
            end = gap < 0 ? text.length() : gap + GAPS[PARAGRAPH].length();
            codePoint += text.codePointCount(from, end);
        }
        return starts.build().toArray();
    }

    boolean isEmpty() {
        return text.length() == 0;
    }

    /** Returns the text with its map, unless the place of a character is not known. */
    MappedText mapped(DecodedText source) {
        byte[] utf8 = utf8();
        if (origins.isFailed()) {
            return new MappedText(utf8, Optional.empty());
        }
        MappedTextBuilder builder = MappedTextBuilder.of(source.document(), source.charset());
        origins.feed(text, builder.source().length() - source.text().length(), builder);
        MappedText built = builder.build();
        return Arrays.equals(utf8, built.utf8()) ? built : new MappedText(utf8, Optional.empty());
    }

    /** Encodes the text. Unpaired surrogates, which character references can produce, become U+FFFD. */
    byte[] utf8() {
        CharsetEncoder encoder = StandardCharsets.UTF_8
                .newEncoder()
                .onMalformedInput(CodingErrorAction.REPLACE)
                .onUnmappableCharacter(CodingErrorAction.REPLACE)
                .replaceWith(REPLACEMENT);
        try {
            ByteBuffer bytes = encoder.encode(CharBuffer.wrap(text));
            byte[] utf8 = new byte[bytes.remaining()];
            bytes.get(utf8);
            return utf8;
        } catch (CharacterCodingException e) {
            throw new IllegalStateException("malformed characters are replaced", e);
        }
    }

    /**
     * Records which part of the source each character of a text stands for. Before characters are printed, the
     * converter says where they come from; gaps stand for what is between the characters around them.
     */
    static final class Origins {
        static final int[] NONE = {};
        private static final int COLUMNS = 4;

        /**
         * First character in the text; the part of the source, the end exclusive; 1 if each character stands for one.
         */
        private final IntArrayList pieces = new IntArrayList();
        /** Leads from what the converter reads to the decoded document, if a pass before the converter changed that. */
        private int[] earlier = NONE;

        private int offset;
        /** The position of the part that the converter converts now, and the places in it of what was collected. */
        private int part;

        private int[] collected = NONE;
        private boolean failed;
        /** The next character is this one, or stands for the part up to {@code end}. */
        private int next;

        private int end;
        private boolean whole;
        private int[] starts = NONE;
        private int[] ends = NONE;

        /** The open piece. */
        private int textFrom;

        private int from;
        private int to;
        /** True if each character of the open piece stands for one. */
        private boolean copies = true;

        /** The converter reads the document from this character on. */
        void startAt(int character) {
            offset = character;
        }

        /** Positions count from this one of what the converter reads. */
        void within(int position) {
            part = position;
            collected = NONE;
        }

        /** Positions are those of a text that was collected from these places of the part. */
        void collectedFrom(int[] places) {
            collected = places;
        }

        /**
         * Adds a pass before the converter.
         *
         * @param places of each character after the pass, and of the end, in what the pass read
         */
        void readsThrough(int[] places) {
            for (int i = 0; i < places.length && earlier != NONE; i++) {
                places[i] = earlier[places[i]];
            }
            earlier = places;
        }

        /** The next characters were copied from here, one by one. */
        void copied(int position) {
            next = position;
            whole = false;
            starts = NONE;
        }

        /** The next characters stand for this part together. */
        void standFor(int begin, int after) {
            next = begin;
            end = after;
            whole = true;
            starts = NONE;
        }

        /** The next characters are a text that was parsed from markup. Fails if it is not that of the text. */
        void parsedFrom(String markup, int begin, int after, String parsed, TextPlaces.Syntax syntax) {
            if (after - begin == parsed.length() && markup.startsWith(parsed, begin)) {
                copied(begin);
                return;
            }
            TextPlaces found = TextPlaces.of(markup, begin, after, parsed, syntax);
            failed |= found.starts.length < parsed.length();
            standFor(found.starts, found.ends);
        }

        /** The next characters stand for these parts, one by one. */
        void standFor(int[] begins, int[] afters) {
            next = 0;
            whole = false;
            starts = begins;
            ends = afters;
        }

        /** The places of some characters are not known. */
        void fail() {
            failed = true;
        }

        boolean isFailed() {
            return failed;
        }

        /** The next character is not printed. */
        void skip() {
            next += whole ? 0 : 1;
        }

        /**
         * The next character is printed.
         *
         * @param length the characters before it in the text, without the gap
         * @param gap the characters of the gap between
         */
        void print(int length, int gap) {
            if (failed) {
                return;
            }
            boolean listed = starts != NONE;
            int first = listed ? starts[next] : next;
            int last = (listed ? ends[next] : whole ? end : next + 1) - 1;
            int begin = place(first);
            int after = last < first ? begin : Math.max(begin, place(last) + 1);
            if (gap > 0) {
                add(length, gap, Math.min(to, begin), begin);
            }
            add(length + gap, 1, begin, after);
            skip();
        }

        private int place(int position) {
            int read = part + (collected == NONE ? position : collected[position]);
            return offset + (earlier == NONE ? read : earlier[read]);
        }

        private void add(int textAt, int length, int begin, int after) {
            boolean each = after - begin == length;
            boolean extends_ = each && copies && begin == to && textAt > 0;
            boolean repeats = !each && !copies && begin == from && after == to;
            if (extends_) {
                to = after;
            } else if (!repeats) {
                close();
                textFrom = textAt;
                from = begin;
                to = after;
                copies = each;
            }
        }

        private void close() {
            pieces.addInt(textFrom);
            pieces.addInt(from);
            pieces.addInt(to);
            pieces.addInt(copies ? 1 : 0);
        }

        /**
         * Passes the text and its places to a builder.
         *
         * @param mark characters of the builder's source before the decoded document
         */
        void feed(CharSequence text, int mark, MappedTextBuilder builder) {
            close();
            for (int i = 0; i < pieces.size(); i += COLUMNS) {
                int begin = pieces.getInt(i);
                int after = i + COLUMNS < pieces.size() ? pieces.getInt(i + COLUMNS) : text.length();
                boolean each = pieces.getInt(i + 3) == 1;
                int size;
                for (int at = begin; at < after; at += size) {
                    size = each ? after - at : Character.charCount(Character.codePointAt(text, at));
                    String piece =
                            text.subSequence(at, Math.min(after, at + size)).toString();
                    builder.append(piece, mark + pieces.getInt(i + 1), mark + pieces.getInt(i + 2));
                }
            }
        }
    }
}
