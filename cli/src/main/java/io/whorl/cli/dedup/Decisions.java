package io.whorl.cli.dedup;

import io.whorl.cli.dedup.DocumentLog.DocumentEntry;
import io.whorl.corpus.format.Skipped;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * What a copy leaves out: a file of decisions in the order of the results, a bit for each document, and the records and
 * files that could not be read, in the order of the sources.
 */
final class Decisions {
    private static final String DECISIONS = "decisions";
    private static final String DROPPED = "dropped";
    private static final String UNREAD = "unread";
    private static final int BLOCK = 1 << 16;
    private static final int UNREAD_BYTES = Integer.BYTES + Long.BYTES;

    /** A dropped document, and the survivor for which it is dropped, by their numbers. */
    record Decision(long drop, long keep, long cluster, double score) {}

    private Decisions() {}

    /** Opens all decisions, for {@link #read}. */
    static DataInputStream open(WorkDirectory work) throws IOException {
        return work.input(DECISIONS);
    }

    static Decision read(DataInputStream in) throws IOException {
        return new Decision(in.readLong(), in.readLong(), in.readLong(), in.readDouble());
    }

    static final class Writer implements Closeable {
        private final WorkDirectory.Output decisions;
        private final FileChannel bits;
        private final MappedByteBuffer dropped;

        /**
         * Replaces the decisions of an earlier run.
         *
         * @param documents the number of all documents, below 2^33
         */
        Writer(WorkDirectory work, long documents) throws IOException {
            decisions = work.create(DECISIONS);
            try {
                bits = FileChannel.open(
                        work.file(DROPPED),
                        StandardOpenOption.CREATE,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE,
                        StandardOpenOption.TRUNCATE_EXISTING);
                long bytes = documents / Byte.SIZE + 1;
                // A mapping of a file with holes fails when the disk is full, and in a way that ends the process.
                for (ByteBuffer zeros = ByteBuffer.allocate(BLOCK); bits.size() < bytes; ) {
                    bits.write(zeros.clear(), bits.size());
                }
                dropped = bits.map(FileChannel.MapMode.READ_WRITE, 0, bytes);
            } catch (IOException e) {
                decisions.close();
                throw e;
            }
        }

        void add(Decision decision) throws IOException {
            decisions.writeLong(decision.drop());
            decisions.writeLong(decision.keep());
            decisions.writeLong(decision.cluster());
            decisions.writeDouble(decision.score());
            int at = Math.toIntExact(decision.drop() / Byte.SIZE);
            dropped.put(at, (byte) (dropped.get(at) | 1 << decision.drop() % Byte.SIZE));
        }

        void force() throws IOException {
            decisions.force();
            dropped.force();
            bits.force(true);
        }

        @Override
        public void close() throws IOException {
            try (bits) {
                decisions.close();
            }
        }
    }

    /** Writes whether documents are dropped, which come in the order of the sources. */
    static final class BitWriter implements Closeable {
        private final WorkDirectory.Output bits;
        private long documents;
        private int eight;

        BitWriter(WorkDirectory work) throws IOException {
            bits = work.create(DROPPED);
        }

        void add(boolean dropped) throws IOException {
            int bit = (int) (documents++ % Byte.SIZE);
            eight |= dropped ? 1 << bit : 0;
            if (bit == Byte.SIZE - 1) {
                bits.write(eight);
                eight = 0;
            }
        }

        /** Completes the file. */
        void force() throws IOException {
            bits.write(eight);
            bits.force();
        }

        @Override
        public void close() throws IOException {
            bits.close();
        }
    }

    static long unread(WorkDirectory work) throws IOException {
        return Files.exists(work.file(UNREAD)) ? Files.size(work.file(UNREAD)) / UNREAD_BYTES : 0;
    }

    /** Opens the list of records and files that could not be read, and replaces that of an earlier run. */
    static WorkDirectory.Output createUnread(WorkDirectory work) throws IOException {
        return work.create(UNREAD);
    }

    /** Adds a report, unless it is of something without text, or of the rest of a file that breaks off. */
    static void addUnread(WorkDirectory.Output out, Skipped skipped, SourcePlaces places) {
        if (!skipped.reason().losesText()) {
            return;
        }
        try {
            Optional<SourcePlaces.Place> place = places.ofUnread(skipped.place());
            if (place.isPresent()) {
                out.writeInt(place.get().file());
                out.writeLong(place.get().record());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Tells for files and records in the order of the sources whether they are dropped. One thread. */
    static final class DropCursor implements Closeable {
        private final DocumentLog log;
        private final DocumentLog.Cursor entries;
        private final DataInputStream bits;
        private final DataInputStream unread;
        private Optional<DocumentEntry> current = Optional.empty();
        private int eight;
        private boolean dropped;
        private long found;
        private long unreadLeft;
        private int unreadFile = -1;
        private long unreadRecord;

        /** @param found the dropped documents that an earlier run has found */
        DropCursor(WorkDirectory work, long found) throws IOException {
            this.found = found;
            unreadLeft = unread(work);
            log = new DocumentLog(work);
            entries = log.cursor();
            bits = work.input(DROPPED);
            unread = new DataInputStream(unreadLeft == 0 ? DataInputStream.nullInputStream() : work.input(UNREAD));
            advance();
            advanceUnread();
        }

        private void advance() throws IOException {
            current = entries.next();
            if (current.isPresent()) {
                int bit = (int) (current.get().number() % Byte.SIZE);
                eight = bit == 0 ? bits.readUnsignedByte() : eight;
                dropped = (eight >> bit & 1) != 0;
            }
        }

        private void advanceUnread() throws IOException {
            unreadFile = unreadLeft > 0 ? unread.readInt() : Integer.MAX_VALUE;
            unreadRecord = unreadLeft > 0 ? unread.readLong() : Long.MAX_VALUE;
            unreadLeft--;
        }

        private boolean isUnread(int file, long record) throws IOException {
            while (unreadFile < file || unreadFile == file && unreadRecord < record) {
                advanceUnread();
            }
            return unreadFile == file && unreadRecord == record;
        }

        /**
         * Tells whether a record is dropped: all documents in it are, and there is at least one, or it could not be
         * read.
         *
         * @param file not before that of the last call
         * @param record after that of the last call, if that was of the same file; 0 for the file as a document
         */
        boolean isDropped(int file, long record) throws IOException {
            while (current.isPresent() && isBefore(current.get(), file, record)) {
                advance();
            }
            boolean any = false;
            boolean all = true;
            while (current.isPresent()
                    && current.get().file() == file
                    && current.get().record() == record) {
                any = true;
                all &= dropped;
                found += dropped ? 1 : 0;
                advance();
            }
            return any ? all : isUnread(file, record);
        }

        private static boolean isBefore(DocumentEntry entry, int file, long record) {
            return entry.file() < file || entry.file() == file && entry.record() < record;
        }

        /** Counts the dropped documents of a file; a cursor can either count or find. */
        long count(int file) throws IOException {
            long count = 0;
            while (current.isPresent() && current.get().file() <= file) {
                count += dropped && current.get().file() == file ? 1 : 0;
                advance();
            }
            return count;
        }

        /** True if something of a file could not be read; for a cursor that counts. */
        boolean hasUnread(int file) throws IOException {
            isUnread(file, 0);
            return unreadFile == file;
        }

        /** The number of dropped documents in the records that were asked for. */
        long found() {
            return found;
        }

        @Override
        public void close() throws IOException {
            try (log;
                    entries;
                    unread) {
                bits.close();
            }
        }
    }
}
