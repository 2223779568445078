package io.whorl.store;

import io.whorl.store.MappedBytes.FixedNumbers;
import java.nio.ByteBuffer;

/**
 * The distinct lists of documents that share a minutia. Each list is stored once: the number of documents, the first
 * ordinal, and for each further document the distance to the previous one minus 1, all as variable-length numbers. If
 * the scheme keeps frequencies, the frequency follows each ordinal. Lists have numbers from 0, which take fewer bits of
 * a payload than their places. Immutable and thread-safe.
 */
public final class DocumentLists {
    /** The high bits of eight bytes. If none is set, each byte is a complete number. */
    private static final long CONTINUED = 0x8080808080808080L;
    /** The maximum sum of eight one-byte distances. */
    private static final int FAR = 8 * 128;

    private final MappedBytes bytes;
    private final FixedNumbers starts;
    private final long count;
    private final long documents;
    private final boolean frequencies;

    /** @param starts the offset of each list */
    DocumentLists(MappedBytes bytes, FixedNumbers starts, long documents, boolean frequencies) {
        this.bytes = bytes;
        this.starts = starts;
        count = starts.length() / starts.width();
        this.documents = documents;
        this.frequencies = frequencies;
    }

    public long count() {
        return count;
    }

    /** The exception for a list that contradicts the entries that refer to it. */
    public RuntimeException damaged(long list, String reason) {
        return bytes.damaged(place(list), reason);
    }

    private long place(long list) {
        if (list < 0 || list >= count) {
            throw bytes.damaged(0, "a minutia leads to list " + list + " of " + count);
        }
        return starts.get(list);
    }

    /** Verifies that each list begins where the one before it ends, and returns the number of lists that do not. */
    long misplaced() {
        long misplaced = 0;
        long end = 0;
        Cursor cursor = null;
        for (long list = 0; list < count; list++) {
            misplaced += place(list) == end ? 0 : 1;
            cursor = cursor(cursor, list);
            while (cursor.next()) {
                // The next list starts where this one ends.
            }
            end = cursor.in.at();
        }
        return misplaced + (end == bytes.length() ? 0 : 1);
    }

    /** True if {@link #readAhead} makes sense: the file does not seem to be in memory. */
    public boolean readsAhead() {
        return bytes.ahead().isReading();
    }

    /**
     * Reads the starts of some lists, and then their beginnings, into memory before they are used. A list that does not
     * exist causes no error.
     */
    public void readAhead(long[] lists, int n) {
        bytes.ahead().read(starts.bytes(), n, i -> starts.bytes().place(lists[i] * starts.width()));
        bytes.ahead().read(bytes, n, i -> lists[i] < count ? bytes.place(place(lists[i])) : -1);
    }

    /**
     * Replaces the numbers of some lists by their places, for {@link #cursorAt}. A look-up of one list waits for its
     * start and then for its first bytes. The look-ups here do not depend on each other, so their cache misses overlap.
     */
    public void locate(long[] lists, int n) {
        for (int i = 0; i < n; i++) {
            lists[i] = place(lists[i]);
        }
        boolean inside = true;
        for (int i = 0; i < n; i++) {
            // The read also brings the first bytes into the cache. The size of a list is checked when it is opened.
            inside &= lists[i] < bytes.length() && bytes.get(lists[i]) != 0;
        }
        if (!inside) {
            throw bytes.damaged(bytes.length(), "a list is empty, or begins behind the last one");
        }
    }

    /** A cursor before the first document of a list: the given one, unless it is null. */
    public Cursor cursorAt(Cursor reused, long place) {
        if (reused == null) {
            return new Cursor(place);
        }
        reused.openAt(place);
        return reused;
    }

    /** A cursor before the first document of a list. */
    public Cursor cursor(long list) {
        return new Cursor(place(list));
    }

    /** The same for the number of a list. */
    public Cursor cursor(Cursor reused, long list) {
        return cursorAt(reused, place(list));
    }

    public interface ListVisitor {
        /**
         * @param list the number of the list
         * @param documents a cursor before the first document, which need not be read to the end
         */
        void list(long list, Cursor documents);
    }

    /** Passes on all lists in the order of the file. */
    public void forEach(ListVisitor visitor) {
        Cursor cursor = null;
        for (long list = 0; list < count; list++) {
            cursor = cursor(cursor, list);
            visitor.list(list, cursor);
        }
    }

    /**
     * Iterates over the documents of a list in ascending order, and can be moved to other lists. One thread at a time.
     */
    public final class Cursor {
        private final Varint.Reader in;
        private long remaining;
        private long document;
        private long frequency = 1;

        private Cursor(long place) {
            in = new Varint.Reader(bytes, place);
            begin(place);
        }

        private void openAt(long place) {
            in.open(place);
            begin(place);
        }

        private void begin(long place) {
            remaining = in.next();
            document = -1;
            if (remaining < 1 || remaining > documents) {
                throw bytes.damaged(
                        place,
                        "the list at " + place + " has " + remaining + " documents; the segment has " + documents);
            }
        }

        /** The number of documents that follow. */
        public long remaining() {
            return remaining;
        }

        /** Moves to the next document; returns false at the end. */
        public boolean next() {
            if (remaining == 0) {
                return false;
            }
            remaining--;
            document += in.next() + 1;
            if (document < 0 || document >= documents) {
                throw outside(document);
            }
            if (frequencies) {
                frequency = checkedFrequency(in.next());
            }
            return true;
        }

        /**
         * Adds {@code weight} to {@code counts[document - start]} for the current document and all following ones below
         * {@code end}. Appends the index of each count that was 0 to {@code touched}. This is the inner loop of every
         * query, so it works on local variables.
         *
         * @param touched capacity: one more than {@code counts}
         * @param noted number of elements already in {@code touched}
         * @return the new number of elements in {@code touched}. The list has more documents if {@link #document}
         *     {@code >= end}
         */
        public int tally(long start, long end, int weight, int[] counts, int[] touched, int noted) {
            int n = noted;
            if (frequencies) {
                while (document < end) {
                    int index = (int) (document - start);
                    touched[n] = index;
                    n += counts[index] == 0 ? 1 : 0;
                    counts[index] += weight;
                    if (!next()) {
                        document = Long.MAX_VALUE;
                    }
                }
                return n;
            }
            long next = document;
            long rest = remaining;
            // The bytes are read in place: to copy those of every list would take longer than to add most lists.
            // At the end of the section, which has no part, this is the part of the last byte and its end.
            long at = Math.min(in.at(), bytes.length() - 1);
            ByteBuffer part = bytes.part(at);
            int place = bytes.within(at) + (int) (in.at() - at);
            int limit = bytes.within(at) + bytes.verified(at);
            while (next < end) {
                if (place + 8 <= limit && rest >= 8 && next + FAR < end) {
                    long eight = part.getLong(place);
                    if ((eight & CONTINUED) == 0) {
                        for (int i = 0; i < 8; i++) {
                            int index = (int) (next - start);
                            touched[n] = index;
                            n += counts[index] == 0 ? 1 : 0;
                            counts[index] += weight;
                            next += ((eight >>> (8 * i)) & 0x7F) + 1;
                        }
                        place += 8;
                        rest -= 8;
                        continue;
                    }
                }
                int index = (int) (next - start);
                touched[n] = index;
                n += counts[index] == 0 ? 1 : 0;
                counts[index] += weight;
                if (rest == 0) {
                    next = Long.MAX_VALUE;
                    break;
                }
                rest--;
                boolean near = place + 1 < limit;
                int first = near ? part.get(place) : -1;
                int second = near ? part.get(place + 1) : -1;
                // One or two bytes: computed without a branch, because the branch would be unpredictable. Longer
                // numbers are rare.
                int two = first >> 31;
                if ((second & two) >= 0) {
                    next += ((first & 0x7F) | ((second << 7) & two)) + 1;
                    place += 1 - two;
                } else {
                    in.seek(at + place - bytes.within(at));
                    next += in.next() + 1;
                    at = Math.min(in.at(), bytes.length() - 1);
                    part = bytes.part(at);
                    place = bytes.within(at) + (int) (in.at() - at);
                    limit = bytes.within(at) + bytes.verified(at);
                }
                if (next < 0 || next >= documents) {
                    throw outside(next);
                }
            }
            in.seek(at + place - bytes.within(at));
            document = next;
            remaining = rest;
            return n;
        }

        private RuntimeException outside(long named) {
            return bytes.damaged(in.at(), "a list contains document " + named + "; the segment has " + documents);
        }

        private long checkedFrequency(long read) {
            if (read < 1 || read > Integer.MAX_VALUE) {
                throw bytes.damaged(in.at(), "a list has a frequency of " + read);
            }
            return read;
        }

        public long document() {
            return document;
        }

        /**
         * The frequency of the minutia in the current document, 1 to 2^31 − 1; 1 if the scheme keeps no frequencies.
         */
        public long frequency() {
            return frequency;
        }
    }
}
