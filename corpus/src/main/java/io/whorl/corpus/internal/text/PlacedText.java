package io.whorl.corpus.internal.text;

import java.util.Arrays;

/** A text and, if it is mapped, the part of the document that each character stands for. Immutable. */
final class PlacedText {
    static final int[] NONE = {};

    final String text;
    final boolean mapped;
    /** The first character of each part, and the one after the last; both lists may be longer than the text. */
    private final int[] starts;

    private final int[] ends;

    PlacedText(String text, boolean mapped, int[] starts, int[] ends) {
        this.text = text;
        this.mapped = mapped;
        this.starts = starts;
        this.ends = ends;
    }

    /** Returns a document, in which each character stands for itself. */
    static PlacedText of(String document, boolean mapped) {
        if (!mapped) {
            return new PlacedText(document, false, NONE, NONE);
        }
        int[] starts = new int[document.length()];
        int[] ends = new int[document.length()];
        for (int i = 0; i < document.length(); i++) {
            starts[i] = i;
            ends[i] = i + 1;
        }
        return new PlacedText(document, true, starts, ends);
    }

    /** The first character of the document that a character stands for; 0 if the text is not mapped. */
    int start(int i) {
        return mapped ? starts[i] : 0;
    }

    /** The character after the last one; 0 if the text is not mapped. */
    int end(int i) {
        return mapped ? ends[i] : 0;
    }

    /** Copies the places of a part. */
    void copyPlaces(int from, int count, int[] toStarts, int[] toEnds, int at) {
        System.arraycopy(starts, from, toStarts, at, count);
        System.arraycopy(ends, from, toEnds, at, count);
    }

    /** Returns the text with one character in place of another. */
    PlacedText replaced(char old, char by) {
        return new PlacedText(text.replace(old, by), mapped, starts, ends);
    }

    /** Returns the text without white space at both ends. */
    PlacedText stripped() {
        int from = text.length() - text.stripLeading().length();
        int to = from + text.strip().length();
        PlacedTextBuilder part = new PlacedTextBuilder(to - from, mapped);
        part.append(this, from, to);
        return part.build();
    }

    /** Returns the text unchanged, from the places that it has. */
    ProseBuilder prose() {
        ProseBuilder prose = new ProseBuilder(text.length(), mapped);
        if (mapped) {
            prose.origins().standFor(starts, ends);
        }
        prose.verbatim(text);
        return prose;
    }

    /** Makes a text of the characters of others, with their places if it is mapped. Can be cut back. */
    static final class PlacedTextBuilder {
        private final StringBuilder text;
        private final boolean mapped;
        private int[] starts;
        private int[] ends;

        /** @param size the expected number of characters */
        PlacedTextBuilder(int size, boolean mapped) {
            text = new StringBuilder(Math.max(16, size));
            this.mapped = mapped;
            starts = mapped ? new int[Math.max(16, size)] : PlacedText.NONE;
            ends = mapped ? new int[starts.length] : PlacedText.NONE;
        }

        int length() {
            return text.length();
        }

        String substring(int from, int to) {
            return text.substring(from, to);
        }

        /** Appends a part of another text. */
        void append(PlacedText from, int begin, int end) {
            int length = text.length();
            text.append(from.text, begin, end);
            if (mapped) {
                reserve();
                from.copyPlaces(begin, end - begin, starts, ends, length);
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

        /** Appends text that the document does not have; it stands for the empty part after what precedes it. */
        void insert(String s) {
            int place = mapped && text.length() > 0 ? ends[text.length() - 1] : 0;
            for (int i = 0; i < s.length(); i++) {
                append(s.charAt(i), place, place);
            }
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

        /** Returns the text. Must be called once, at the end. */
        PlacedText build() {
            return new PlacedText(text.toString(), mapped, starts, ends);
        }
    }
}
