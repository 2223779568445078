package io.whorl.cli;

import static io.whorl.store.Channels.orElse;

import io.whorl.cli.SourceDedup.Read;
import io.whorl.corpus.Document;
import io.whorl.corpus.format.Skipped;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.Map;
import java.util.Optional;

/**
 * The documents that were read, in order, with what could not be read between them: a file of entries, and a file of
 * the positions of documents. Documents can be read by number, and entries one after another. What a copy leaves out is
 * another file: a list of changed documents in the order of the sources. One thread at a time.
 */
final class DocumentLog implements Closeable {
    private static final String ENTRIES = "documents";
    private static final String POSITIONS = "positions";
    private static final int FIXED = 1 + Integer.BYTES + Long.BYTES + 3 * Integer.BYTES;
    private static final int BEGINNING = 120;
    /** The bytes of almost all entries, which are read at a time. */
    private static final int MOST_OF_ENTRIES = 512;

    /** The list of changes. */
    static final String CHANGES = "changes";

    private static final int[] UNCHANGED = {};
    private static final long NONE = -1;

    private final FileChannel entries;
    private final FileChannel positions;

    DocumentLog(WorkDirectory work) throws IOException {
        entries = FileChannel.open(work.file(ENTRIES));
        positions = orElse(entries, () -> FileChannel.open(work.file(POSITIONS)));
    }

    DocumentEntry get(long number) throws IOException {
        try {
            DataInputStream entry =
                    at(entries, at(positions, number * Long.BYTES).readLong());
            entry.readByte();
            return entry(number, entry);
        } catch (EOFException e) {
            throw new IOException("a temporary file is cut off; start from the beginning, without --resume", e);
        }
    }

    private static DataInputStream at(FileChannel file, long place) throws IOException {
        return new DataInputStream(
                new BufferedInputStream(Channels.newInputStream(file.position(place)), MOST_OF_ENTRIES));
    }

    /** @param in after the first byte of the entry */
    private static DocumentEntry entry(long number, DataInputStream in) throws IOException {
        int file = in.readInt();
        long record = in.readLong();
        int textBytes = in.readInt();
        int id = in.readInt();
        byte[] texts = new byte[id + in.readInt()];
        in.readFully(texts);
        String beginning = new String(texts, id, texts.length - id, StandardCharsets.UTF_8);
        return new DocumentEntry(
                number, new String(texts, 0, id, StandardCharsets.UTF_8), file, record, textBytes, beginning);
    }

    long documents() throws IOException {
        return positions.size() / Long.BYTES;
    }

    @Override
    public void close() throws IOException {
        try (positions) {
            entries.close();
        }
    }

    static final class Cursor implements Closeable {
        private final DataInputStream in;
        private long number;

        Cursor(WorkDirectory work) throws IOException {
            in = work.input(ENTRIES);
        }

        /** Returns the next entry; nothing at the end. */
        Optional<DocumentEntry> next() throws IOException {
            int first = in.read();
            return first < 0 ? Optional.empty() : Optional.of(entry(first == 0 ? NONE : number++, in));
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }

    static final class Writer implements Closeable {
        private final WorkDirectory.Output entries;
        private final WorkDirectory.Output positions;
        /** Whether something is copied, so that files matter. */
        private final boolean isCopied;

        private int lastFile;
        private long lastRecord = NONE;
        private long at;
        private long documents;
        private long textBytes;
        private long unread;

        /** Replaces the log of an earlier run. */
        Writer(WorkDirectory work, Optional<Target> target) throws IOException {
            this(work, target, Read.NOTHING, 0);
        }

        /**
         * Continues the log of an earlier run after what it has read, of which the entries have so many bytes.
         *
         * @param target what is copied; without one, files and records are not logged
         */
        Writer(WorkDirectory work, Optional<Target> target, Read earlier, long bytes) throws IOException {
            isCopied = target.isPresent();
            documents = earlier.documents();
            textBytes = earlier.bytes();
            unread = earlier.unread();
            at = bytes;
            entries = work.append(ENTRIES, bytes);
            positions = orElse(entries, () -> work.append(POSITIONS, documents * Long.BYTES));
        }

        /** Adds the next document. Returns whether it is a record of its file, or a part of one. */
        boolean add(Document document) throws IOException {
            if (isCopied && (document.file() < 0 || document.record() < 0)) {
                throw new FailedException("the documents of " + document.place()
                        + " cannot be copied one by one; unpack or convert its file, or leave out --write");
            }
            byte[] id = document.id().getBytes(StandardCharsets.UTF_8);
            byte[] text = document.utf8();
            positions.writeLong(at);
            add(true, document.file(), document.record(), text.length, id, Snippet.beginning(text, BEGINNING));
            documents++;
            textBytes += text.length;
            return !isCopied || document.record() != 0;
        }

        /**
         * Adds a report, unless it is of something without text, or of the rest of a file or record that breaks off.
         */
        void addUnread(Skipped skipped) {
            long record = skipped.record();
            boolean inFile = skipped.file() >= 0 && record >= 0;
            boolean isRest = skipped.file() == lastFile && record <= lastRecord;
            try {
                if (isCopied && skipped.reason().losesText() && inFile && !isRest) {
                    add(false, skipped.file(), record, 0, new byte[0], new byte[0]);
                    unread++;
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private void add(boolean read, long file, long record, int length, byte[] id, byte[] beginning)
                throws IOException {
            entries.writeBoolean(read);
            lastFile = isCopied ? (int) file : -1;
            lastRecord = isCopied ? record : NONE;
            entries.writeInt(lastFile);
            entries.writeLong(lastRecord);
            entries.writeInt(length);
            entries.writeInt(id.length);
            entries.writeInt(beginning.length);
            entries.write(id);
            entries.write(beginning);
            at += FIXED + id.length + beginning.length;
        }

        long documents() {
            return documents;
        }

        Read read(Map<Skipped.Reason, Long> skipped, int exit) {
            return new Read(documents, textBytes, unread, skipped.toString(), exit);
        }

        /** The size of all entries. */
        long bytes() {
            return at;
        }

        void force() throws IOException {
            entries.force();
            positions.force();
        }

        @Override
        public void close() throws IOException {
            try (positions) {
                entries.close();
            }
        }
    }

    /**
     * A document of the sources, or what could not be read of them.
     *
     * @param number its place in the order of the documents, from 0; {@link #NONE} if it could not be read
     * @param file the number of its file, from 0; −1 if files do not matter
     * @param record the number of its record in the file, from 1; 0 if the document is the file
     */
    record DocumentEntry(long number, String id, int file, long record, int textBytes, String beginning) {
        /** Compares its place with a record in the order of the sources. */
        int compareTo(int otherFile, long otherRecord) {
            return file != otherFile ? Integer.compare(file, otherFile) : Long.compare(record, otherRecord);
        }

        /** True for a record or file that could not be read, and so is no document. */
        boolean isUnread() {
            return number == NONE;
        }
    }

    /**
     * A document that is dropped or shortened. A list of them is in the order of the sources, and ends with a -1.
     *
     * @param paragraphs the number of its paragraphs that are dropped; 0 if the document is
     * @param words all its words
     * @param ranges the ranges of the bytes of its text that are dropped: beginnings and ends, exclusive; empty if the
     *     document is dropped
     */
    record Change(long document, int paragraphs, long droppedWords, long words, int[] ranges) {
        /** A document that is dropped. */
        Change(long document) {
            this(document, 0, 0, 0, UNCHANGED);
        }

        void write(DataOutputStream out) throws IOException {
            out.writeLong(document);
            out.writeInt(paragraphs);
            out.writeLong(droppedWords);
            out.writeLong(words);
            out.writeInt(ranges.length);
            for (int place : ranges) {
                out.writeInt(place);
            }
        }

        /** Ends a list, and makes it durable. */
        static void end(WorkDirectory.Output out) throws IOException {
            out.writeLong(-1);
            out.force();
        }

        /** Reads the next one of a list; nothing at the end. Not called after it. */
        static Optional<Change> read(DataInputStream in) throws IOException {
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
    }

    /** Tells for files and records in the order of the sources whether they are dropped. One thread. */
    static final class DropCursor implements Closeable {
        private final Cursor entries;
        private final DataInputStream changes;
        private final Progress progress;
        private Optional<Change> change;
        private int[] ranges = UNCHANGED;
        private Optional<DocumentEntry> current = Optional.empty();
        private long found;

        /**
         * @param found the changed documents that an earlier run has found
         * @param progress shows the documents that are passed
         */
        DropCursor(WorkDirectory work, long found, Progress progress) throws IOException {
            this.found = found;
            this.progress = progress;
            entries = new Cursor(work);
            changes = work.input(CHANGES);
            change = Change.read(changes);
            advance();
        }

        private void advance() throws IOException {
            while (current.isPresent()
                    && change.isPresent()
                    && change.get().document() <= current.get().number()) {
                change = Change.read(changes);
            }
            current = entries.next();
            progress.at(entries.number);
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
            while (current.isPresent() && current.get().compareTo(file, record) < 0) {
                advance();
            }
            boolean any = false;
            boolean all = true;
            boolean lost = false;
            ranges = UNCHANGED;
            for (; current.isPresent() && current.get().compareTo(file, record) == 0; advance()) {
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

        /** The ranges of the text of the record of the last call that are dropped; empty for none. */
        int[] ranges() {
            return ranges;
        }

        /** Returns the numbers of the files of which a document is changed, or something could not be read. */
        static BitSet changedFiles(WorkDirectory work) throws IOException {
            BitSet files = new BitSet();
            try (DropCursor all = new DropCursor(work, 0, message -> {})) {
                for (; all.current.isPresent(); all.advance()) {
                    if (all.current.get().isUnread() || all.isChanged()) {
                        files.set(all.current.get().file());
                    }
                }
            }
            return files;
        }

        /** The number of changed documents in the records that were asked for. */
        long found() {
            return found;
        }

        @Override
        public void close() throws IOException {
            try (entries) {
                changes.close();
            }
        }
    }
}
