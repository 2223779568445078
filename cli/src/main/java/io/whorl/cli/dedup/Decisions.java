package io.whorl.cli.dedup;

import io.whorl.cli.console.Progress;
import io.whorl.cli.dedup.DocumentLog.DocumentEntry;
import io.whorl.cli.dedup.DocumentLog.State;
import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Optional;

/**
 * What a copy leaves out: a file of decisions in the order of the results with a bit for each document. Documents that
 * are known to be dropped while they are read, and what could not be read, are in the {@link DocumentLog} instead.
 */
final class Decisions {
    private static final String DECISIONS = "decisions";
    private static final String DROPPED = "dropped";
    private static final String CUTS = "cuts";
    private static final int[] NONE = {};
    private static final int BLOCK = 1 << 16;

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

    /**
     * A document that is shortened.
     *
     * @param paragraphs the number of its paragraphs that are dropped
     * @param words all its words
     * @param ranges the ranges of the bytes of its text that are dropped: beginnings and ends, exclusive
     * @param n the number of these beginnings and ends
     */
    record Cut(long document, int paragraphs, long droppedWords, long words, int[] ranges, int n) {}

    /** Opens the list of documents that are shortened, in the order of the sources. It ends with a -1. */
    static WorkDirectory.Output createCuts(WorkDirectory work) throws IOException {
        return work.create(CUTS);
    }

    static void write(Cut cut, WorkDirectory.Output out) throws IOException {
        out.writeLong(cut.document());
        out.writeInt(cut.paragraphs());
        out.writeLong(cut.droppedWords());
        out.writeLong(cut.words());
        out.writeInt(cut.n());
        for (int i = 0; i < cut.n(); i++) {
            out.writeInt(cut.ranges()[i]);
        }
    }

    /** Opens the documents that are shortened; none if documents are dropped. */
    static DataInputStream openCuts(WorkDirectory work) throws IOException {
        if (Files.exists(work.file(CUTS))) {
            return work.input(CUTS);
        }
        byte[] end = new byte[Long.BYTES];
        Arrays.fill(end, (byte) -1);
        return new DataInputStream(new ByteArrayInputStream(end));
    }

    /** Reads the next document that is shortened; nothing at the end. Not called after it. */
    static Optional<Cut> readCut(DataInputStream in) throws IOException {
        long document = in.readLong();
        if (document < 0) {
            return Optional.empty();
        }
        int paragraphs = in.readInt();
        long droppedWords = in.readLong();
        long words = in.readLong();
        int[] ranges = new int[in.readInt()];
        for (int i = 0; i < ranges.length; i++) {
            ranges[i] = in.readInt();
        }
        return Optional.of(new Cut(document, paragraphs, droppedWords, words, ranges, ranges.length));
    }

    /** Tells for files and records in the order of the sources whether they are dropped. One thread. */
    static final class DropCursor implements Closeable {
        private final DocumentLog log;
        private final DocumentLog.Cursor entries;
        /** The bits of decisions, if there are any. */
        private final Optional<DataInputStream> bits;

        private final DataInputStream cuts;
        private final Progress progress;
        private Optional<Cut> cut;
        private int[] ranges = NONE;
        private Optional<DocumentEntry> current = Optional.empty();
        private int eight;
        private boolean dropped;
        private long found;
        /** Whether something of the file that was counted last could not be read. */
        private boolean unread;

        /**
         * @param found the dropped documents that an earlier run has found
         * @param progress shows the documents that are passed
         */
        DropCursor(WorkDirectory work, long found, Progress progress) throws IOException {
            this.found = found;
            this.progress = progress;
            log = new DocumentLog(work);
            entries = log.cursor();
            bits = Files.exists(work.file(DROPPED)) ? Optional.of(work.input(DROPPED)) : Optional.empty();
            cuts = openCuts(work);
            cut = readCut(cuts);
            advance();
        }

        private void advance() throws IOException {
            while (current.isPresent()
                    && cut.isPresent()
                    && cut.get().document() <= current.get().number()) {
                cut = readCut(cuts);
            }
            current = entries.next();
            if (current.isPresent() && !isUnread()) {
                progress.at(current.get().number());
                int bit = (int) (current.get().number() % Byte.SIZE);
                eight = bit == 0 && bits.isPresent() ? bits.get().readUnsignedByte() : eight;
                dropped = current.get().state() == State.DROPPED || (eight >> bit & 1) != 0;
            }
        }

        private boolean isUnread() {
            return current.get().state() == State.UNREAD;
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
            boolean lost = false;
            ranges = NONE;
            while (current.isPresent()
                    && current.get().file() == file
                    && current.get().record() == record) {
                if (isUnread()) {
                    lost = true;
                } else {
                    any = true;
                    all &= dropped;
                    found += dropped || isCut() ? 1 : 0;
                    ranges = isCut() ? cut.get().ranges() : ranges;
                }
                advance();
            }
            return any ? all : lost;
        }

        private static boolean isBefore(DocumentEntry entry, int file, long record) {
            return entry.file() < file || entry.file() == file && entry.record() < record;
        }

        private boolean isCut() {
            return cut.isPresent()
                    && current.isPresent()
                    && cut.get().document() == current.get().number();
        }

        /** The ranges of the text of the record of the last call that are dropped; empty for none. */
        int[] ranges() {
            return ranges;
        }

        /** Counts the dropped or shortened documents of a file; a cursor can either count or find. */
        long count(int file) throws IOException {
            long count = 0;
            unread = false;
            while (current.isPresent() && current.get().file() <= file) {
                boolean here = current.get().file() == file;
                unread |= here && isUnread();
                count += here && !isUnread() && (dropped || isCut()) ? 1 : 0;
                advance();
            }
            return count;
        }

        /** True if something of the file that was counted last could not be read. */
        boolean hasUnread() {
            return unread;
        }

        /** The number of dropped documents in the records that were asked for. */
        long found() {
            return found;
        }

        @Override
        public void close() throws IOException {
            try (log;
                    entries;
                    cuts) {
                if (bits.isPresent()) {
                    bits.get().close();
                }
            }
        }
    }
}
