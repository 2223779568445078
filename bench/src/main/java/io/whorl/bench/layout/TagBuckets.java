package io.whorl.bench.layout;

import io.whorl.bench.data.SingletonSet;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * Lines of ten entries, a 16-bit tag and a 32-bit document each, in open addressing by lines at load 0.85: the plain
 * layout. Not exact: of a minutia only its line and tag are kept, so about one look-up in eight thousand finds
 * another's document, and segments could not be merged.
 *
 * <p>A line: ten tags of two bytes (0: free), two unused bytes, a byte that tells whether an entry was passed on to the
 * next line, an unused byte, ten documents of four bytes.
 */
public final class TagBuckets implements MinutiaTable {
    private static final int ENTRIES = 10;
    private static final double LOAD = 0.85;
    private static final int PASSED_ON_AT = 22;
    private static final int DOCUMENTS_AT = 24;
    /** Lines asked for before the first is needed: more than can be under way, and few enough to stay cached. */
    private static final int AHEAD = 128;

    private final ByteBuffer mapping;
    private final int lines;
    /** What was read ahead: kept, so that the reading cannot be left out as dead. */
    private long touched;

    private TagBuckets(ByteBuffer mapping) {
        this.mapping = mapping;
        lines = mapping.limit() / LineFile.LINE;
    }

    /** Writes the table of a set. */
    public static void build(SingletonSet set, Path file) {
        ByteBuffer table = LineFile.allocate((long) Math.ceil(set.count() / LOAD / ENTRIES) * LineFile.LINE);
        int lines = table.limit() / LineFile.LINE;
        for (int i = 0; i < set.count(); i++) {
            long minutia = set.minutia(i);
            int line = lineOf(minutia, lines);
            int entry = free(table, line);
            while (entry < 0) {
                table.put(line * LineFile.LINE + PASSED_ON_AT, (byte) 1);
                line = next(line, lines);
                entry = free(table, line);
            }
            table.putShort(line * LineFile.LINE + 2 * entry, tagOf(minutia));
            table.putInt(line * LineFile.LINE + DOCUMENTS_AT + 4 * entry, set.document(i));
        }
        LineFile.write(file, table);
    }

    public static TagBuckets open(Path file) {
        return new TagBuckets(LineFile.map(file));
    }

    @Override
    public long find(long minutia) {
        return find(minutia, lineOf(minutia, lines));
    }

    @Override
    public void findAll(long[] minutiae, int from, int to, long[] ordinals) {
        for (int start = from; start < to; start += AHEAD) {
            int end = Math.min(to, start + AHEAD);
            long sum = 0;
            for (int i = start; i < end; i++) {
                sum += mapping.getLong(lineOf(minutiae[i], lines) * LineFile.LINE);
            }
            touched += sum;
            for (int i = start; i < end; i++) {
                ordinals[i] = find(minutiae[i], lineOf(minutiae[i], lines));
            }
        }
    }

    private long find(long minutia, int home) {
        short tag = tagOf(minutia);
        int line = home;
        for (int tries = 0; tries < lines; tries++) {
            int at = line * LineFile.LINE;
            for (int entry = 0; entry < ENTRIES; entry++) {
                if (mapping.getShort(at + 2 * entry) == tag) {
                    return mapping.getInt(at + DOCUMENTS_AT + 4 * entry);
                }
            }
            if (mapping.get(at + PASSED_ON_AT) == 0) {
                return ABSENT;
            }
            line = next(line, lines);
        }
        return ABSENT;
    }

    @Override
    public long bytes() {
        return mapping.limit();
    }

    @Override
    public void close() {}

    private static int free(ByteBuffer table, int line) {
        for (int entry = 0; entry < ENTRIES; entry++) {
            if (table.getShort(line * LineFile.LINE + 2 * entry) == 0) {
                return entry;
            }
        }
        return -1;
    }

    private static int lineOf(long minutia, int lines) {
        // The high half decides: 32 of 40 bits are plenty for the lines that one mapping can have.
        return (int) ((minutia >>> SingletonSet.BITS - 32) * lines >>> 32);
    }

    private static int next(int line, int lines) {
        return line + 1 == lines ? 0 : line + 1;
    }

    private static short tagOf(long minutia) {
        short low = (short) minutia;
        return low == 0 ? 1 : low;
    }
}
