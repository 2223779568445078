package io.whorl.cli.dedup;

import io.whorl.cli.dedup.DocumentLog.DocumentEntry;
import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;

/** Tells for files and records in the order of the sources whether they are dropped. One thread. */
final class DropCursor implements Closeable {
    private final DocumentLog log;
    private final Decisions.Bits bits;
    private final DocumentLog.Cursor entries;
    private final UnreadRecords.Cursor unread;
    private Optional<DocumentEntry> current = Optional.empty();
    private boolean dropped;
    private long found;

    /** @param found the dropped documents that an earlier run has found */
    DropCursor(WorkDirectory work, long found) throws IOException {
        this.found = found;
        log = DocumentLog.open(work);
        try {
            bits = new Decisions.Bits(work);
        } catch (IOException e) {
            log.close();
            throw e;
        }
        entries = log.cursor();
        unread = new UnreadRecords.Cursor(work);
        advance();
    }

    private void advance() throws IOException {
        current = entries.next();
        dropped = current.isPresent() && bits.next();
    }

    /**
     * Tells whether a record is dropped: all documents in it are, and there is at least one, or it could not be read.
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
        return any ? all : unread.has(file, record);
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
        return unread.hasAny(file);
    }

    /** The number of dropped documents in the records that were asked for. */
    long found() {
        return found;
    }

    @Override
    public void close() throws IOException {
        try (log;
                unread) {
            bits.close();
        }
    }
}
