package io.whorl.corpus.internal.text;

import io.whorl.corpus.format.MappedTextBuilder;
import org.agrona.collections.IntArrayList;

/**
 * Records which part of the source each character of a text stands for. Before characters are printed, the converter
 * says where they come from; gaps stand for what is between the characters around them.
 */
final class Origins {
    private static final int[] NONE = {};
    private static final int COLUMNS = 4;

    /** First character in the text; the part of the source, the end exclusive; 1 if each character stands for one. */
    private final IntArrayList pieces = new IntArrayList();
    /** Leads from what the converter reads to the decoded document, if a pass before the converter changed that. */
    private int[] earlier = NONE;

    private int offset;
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
        return offset + (earlier == NONE ? position : earlier[position]);
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
                String piece = text.subSequence(at, Math.min(after, at + size)).toString();
                builder.append(piece, mark + pieces.getInt(i + 1), mark + pieces.getInt(i + 2));
            }
        }
    }
}
