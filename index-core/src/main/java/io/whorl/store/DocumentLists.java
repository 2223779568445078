package io.whorl.store;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The distinct lists of documents that share a minutia, each stored once, one after another: the number of documents,
 * the first ordinal, then each distance to the next less one, all as variable-length numbers; where the scheme keeps
 * frequencies each document's frequency follows its ordinal. Immutable and thread-safe.
 */
public final class DocumentLists {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    /** The high bits of eight bytes: none is set where each is a whole number. */
    private static final long CONTINUED = 0x8080808080808080L;
    /** How far eight such distances can lead. */
    private static final int FAR = 8 * 128;

    private final MappedBytes bytes;
    private final long documents;
    private final boolean frequencies;

    DocumentLists(MappedBytes bytes, long documents, boolean frequencies) {
        this.bytes = bytes;
        this.documents = documents;
        this.frequencies = frequencies;
    }

    /** Bytes of all lists. */
    public long length() {
        return bytes.length();
    }

    /**
     * The error for lists that contradict the entries that lead to them.
     *
     * @param place where, in bytes
     */
    public RuntimeException damaged(long place, String reason) {
        return bytes.damaged(place, reason);
    }

    /** Walks the list at this place from its start. */
    public Cursor cursor(long place) {
        return new Cursor(place);
    }

    private long checkedSize(long size, long place) {
        if (size < 1 || size > documents) {
            throw bytes.damaged(place, "the list at " + place + " says it has " + size + " documents of " + documents);
        }
        return size;
    }

    /** Walks one list of documents after another in ascending order. One thread at a time. */
    public final class Cursor {
        private final Varint.Reader in;
        private long left;
        private long document;
        private long frequency = 1;

        private Cursor(long place) {
            in = new Varint.Reader(bytes, place);
            begin(place);
        }

        /** Leaves this list for the start of another. */
        public void open(long place) {
            in.open(place);
            begin(place);
        }

        private void begin(long place) {
            left = checkedSize(in.next(), place);
            document = -1;
        }

        /** Documents not yet given. */
        public long left() {
            return left;
        }

        /** Moves to the next document; false at the end. */
        public boolean next() {
            if (left == 0) {
                return false;
            }
            left--;
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
         * Adds {@code weight} to {@code counts[document - start]} for the current document and all after it that are
         * below {@code end}, and notes in {@code touched} those whose count was 0. The loop of every query, so it keeps
         * to locals.
         *
         * @param touched with room for one more than there are counts
         * @param noted how many are noted already
         * @return how many are noted now; whether the list has more is {@link #document} {@code >= end}
         */
        public int tally(long start, long end, int weight, int[] counts, int[] touched, int noted) {
            int n = noted;
            long next = document;
            long toCome = left;
            byte[] ahead = in.buffer;
            int place = in.place;
            int limit = in.limit;
            while (next < end) {
                if (place + 8 <= limit && toCome >= 8 && next + FAR < end && !frequencies) {
                    long eight = (long) LONGS.get(ahead, place);
                    if ((eight & CONTINUED) == 0) {
                        for (int i = 0; i < 8; i++) {
                            int at = (int) (next - start);
                            touched[n] = at;
                            n += counts[at] == 0 ? 1 : 0;
                            counts[at] += weight;
                            next += (eight >>> 8 * i & 0x7F) + 1;
                        }
                        place += 8;
                        toCome -= 8;
                        continue;
                    }
                }
                int at = (int) (next - start);
                touched[n] = at;
                n += counts[at] == 0 ? 1 : 0;
                counts[at] += weight;
                if (toCome == 0) {
                    next = Long.MAX_VALUE;
                    break;
                }
                toCome--;
                boolean near = place + 1 < limit;
                int first = near ? ahead[place] : -1;
                int second = near ? ahead[place + 1] : -1;
                // One byte or two, which no branch could foresee; more are rare.
                int two = first >> 31;
                if ((second & two) >= 0) {
                    next += (first & 0x7F | second << 7 & two) + 1;
                    place += 1 - two;
                } else {
                    in.place = place;
                    next += in.next() + 1;
                    place = in.place;
                    limit = in.limit;
                }
                if (next < 0 || next >= documents) {
                    throw outside(next);
                }
                if (frequencies) {
                    in.place = place;
                    frequency = checkedFrequency(in.next());
                    place = in.place;
                    limit = in.limit;
                }
            }
            in.place = place;
            document = next;
            left = toCome;
            return n;
        }

        private RuntimeException outside(long named) {
            return bytes.damaged(in.at(), "a list names document " + named + " of " + documents);
        }

        private long checkedFrequency(long read) {
            if (read < 1 || read > Integer.MAX_VALUE) {
                throw bytes.damaged(in.at(), "a list has a frequency of " + read);
            }
            return read;
        }

        /** The document's ordinal. */
        public long document() {
            return document;
        }

        /** How often the minutia occurs in it, 1 to 2^31 − 1; 1 where the scheme keeps no frequencies. */
        public long frequency() {
            return frequency;
        }

        /** Where the list ends, once {@link #next} said so. */
        public long end() {
            return in.at();
        }
    }
}
