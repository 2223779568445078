package io.whorl.corpus.internal.text;

import java.util.Arrays;

/** Makes a text of the characters of others, with their places if it is mapped. Can be cut back. */
final class PlacedTextBuilder {
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
