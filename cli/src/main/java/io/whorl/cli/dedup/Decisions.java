package io.whorl.cli.dedup;

import io.whorl.cli.console.Progress;
import io.whorl.cli.dedup.DocumentLog.DocumentEntry;
import io.whorl.pairs.LongTriples;
import io.whorl.store.ScratchSpace;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.Optional;

/**
 * What a copy leaves out: a list of changed documents in the order of the sources. Where the results have another
 * order, a file of decisions has them in it.
 */
final class Decisions {
    private static final String DECISIONS = "decisions";
    private static final String CHANGES = "changes";
    private static final int[] NONE = {};
    private static final long HEAP_FRACTION = 32;

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

    /** Writes decisions in their order, and the documents that they drop in the order of the sources. */
    static final class Writer implements Closeable {
        private final WorkDirectory work;
        private final WorkDirectory.Output decisions;
        private final LongTriples dropped;

        /** Replaces the decisions of an earlier run. */
        Writer(WorkDirectory work) throws IOException {
            this.work = work;
            decisions = work.create(DECISIONS);
            dropped = new LongTriples(Runtime.getRuntime().maxMemory() / HEAP_FRACTION, new ScratchSpace(work.path()));
        }

        void add(Decision decision) throws IOException {
            decisions.writeLong(decision.drop());
            decisions.writeLong(decision.keep());
            decisions.writeLong(decision.cluster());
            decisions.writeDouble(decision.score());
            dropped.add(decision.drop(), 0, 0);
        }

        /** Makes all decisions durable. */
        void finish() throws IOException {
            decisions.force();
            LongTriples.Sorted sorted = dropped.sort();
            try (ChangeWriter changes = new ChangeWriter(work)) {
                while (sorted.next()) {
                    changes.drop(sorted.first());
                }
                changes.finish();
            }
        }

        @Override
        public void close() throws IOException {
            try (dropped) {
                decisions.close();
            }
        }
    }

    /**
     * A document that is dropped or shortened.
     *
     * @param paragraphs the number of its paragraphs that are dropped; 0 if the document is
     * @param words all its words
     * @param ranges the ranges of the bytes of its text that are dropped: beginnings and ends, exclusive; empty if the
     *     document is dropped
     */
    record Change(long document, int paragraphs, long droppedWords, long words, int[] ranges) {}

    /** Writes the list of changed documents, in the order of the sources. It ends with a -1. */
    static final class ChangeWriter implements Closeable {
        private final WorkDirectory.Output out;

        /** Replaces the list of an earlier run. */
        ChangeWriter(WorkDirectory work) throws IOException {
            out = work.create(CHANGES);
        }

        void drop(long document) throws IOException {
            write(new Change(document, 0, 0, 0, NONE));
        }

        void write(Change change) throws IOException {
            out.writeLong(change.document());
            out.writeInt(change.paragraphs());
            out.writeLong(change.droppedWords());
            out.writeLong(change.words());
            out.writeInt(change.ranges().length);
            for (int place : change.ranges()) {
                out.writeInt(place);
            }
        }

        /** Ends the list, and makes it durable. */
        void finish() throws IOException {
            out.writeLong(-1);
            out.force();
        }

        @Override
        public void close() throws IOException {
            out.close();
        }
    }

    /** Opens the list of changed documents, for {@link #readChange}. */
    static DataInputStream openChanges(WorkDirectory work) throws IOException {
        return work.input(CHANGES);
    }

    /** Reads the next changed document; nothing at the end. Not called after it. */
    static Optional<Change> readChange(DataInputStream in) throws IOException {
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
        return Optional.of(new Change(document, paragraphs, droppedWords, words, ranges));
    }

    /** Tells for files and records in the order of the sources whether they are dropped. One thread. */
    static final class DropCursor implements Closeable {
        private final DocumentLog log;
        private final DocumentLog.Cursor entries;
        private final DataInputStream changes;
        private final Progress progress;
        private Optional<Change> change;
        private int[] ranges = NONE;
        private Optional<DocumentEntry> current = Optional.empty();
        private long found;
        /** Whether something of the file that was counted last could not be read. */
        private boolean unread;

        /**
         * @param found the changed documents that an earlier run has found
         * @param progress shows the documents that are passed
         */
        DropCursor(WorkDirectory work, long found, Progress progress) throws IOException {
            this.found = found;
            this.progress = progress;
            log = new DocumentLog(work);
            entries = log.cursor();
            changes = openChanges(work);
            change = readChange(changes);
            advance();
        }

        private void advance() throws IOException {
            while (current.isPresent()
                    && change.isPresent()
                    && change.get().document() <= current.get().number()) {
                change = readChange(changes);
            }
            current = entries.next();
            if (current.isPresent() && !current.get().isUnread()) {
                progress.at(current.get().number());
            }
        }

        private boolean isChanged() {
            return change.isPresent()
                    && change.get().document() == current.get().number();
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
            for (; current.isPresent() && isAt(current.get(), file, record); advance()) {
                if (current.get().isUnread()) {
                    lost = true;
                } else {
                    any = true;
                    found += isChanged() ? 1 : 0;
                    ranges = isChanged() ? change.get().ranges() : ranges;
                    all &= isChanged() && ranges.length == 0;
                }
            }
            return any ? all : lost;
        }

        private static boolean isBefore(DocumentEntry entry, int file, long record) {
            return entry.file() < file || entry.file() == file && entry.record() < record;
        }

        private static boolean isAt(DocumentEntry entry, int file, long record) {
            return entry.file() == file && entry.record() == record;
        }

        /** The ranges of the text of the record of the last call that are dropped; empty for none. */
        int[] ranges() {
            return ranges;
        }

        /** Counts the changed documents of a file; a cursor can either count or find. */
        long count(int file) throws IOException {
            long count = 0;
            unread = false;
            for (; current.isPresent() && current.get().file() <= file; advance()) {
                boolean here = current.get().file() == file;
                unread |= here && current.get().isUnread();
                count += here && isChanged() ? 1 : 0;
            }
            return count;
        }

        /** True if something of the file that was counted last could not be read. */
        boolean hasUnread() {
            return unread;
        }

        /** The number of changed documents in the records that were asked for. */
        long found() {
            return found;
        }

        @Override
        public void close() throws IOException {
            try (log;
                    entries) {
                changes.close();
            }
        }
    }
}
