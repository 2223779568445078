package io.whorl.cli.dedup;

import io.whorl.corpus.Document;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * The documents that were read, in order: a file of entries, and a file of their positions. Entries can be read by
 * number, or one after another. One thread at a time.
 */
final class DocumentLog implements Closeable {
    private static final String ENTRIES = "documents";
    private static final String POSITIONS = "positions";
    private static final int FIXED = 1 + Integer.BYTES + Long.BYTES + 3 * Integer.BYTES;
    private static final int BEGINNING = 120;

    private final WorkDirectory work;
    private final RandomAccessFile entries;
    private final RandomAccessFile positions;

    DocumentLog(WorkDirectory work) throws IOException {
        this.work = work;
        entries = new RandomAccessFile(work.file(ENTRIES).toFile(), "r");
        try {
            positions = new RandomAccessFile(work.file(POSITIONS).toFile(), "r");
        } catch (IOException e) {
            entries.close();
            throw e;
        }
    }

    DocumentEntry get(long number) throws IOException {
        ByteBuffer ends = read(positions, number * Long.BYTES, 2 * Long.BYTES);
        long from = ends.getLong();
        return entry(number, read(entries, from, Math.toIntExact(ends.getLong() - from)));
    }

    private static ByteBuffer read(RandomAccessFile file, long from, int length) throws IOException {
        byte[] bytes = new byte[length];
        try {
            file.seek(from);
            file.readFully(bytes);
        } catch (EOFException e) {
            throw new IOException("a temporary file is cut off; start from the beginning, without --resume", e);
        }
        return ByteBuffer.wrap(bytes);
    }

    private static DocumentEntry entry(long number, ByteBuffer bytes) {
        boolean dropped = bytes.get() != 0;
        int file = bytes.getInt();
        long record = bytes.getLong();
        int textBytes = bytes.getInt();
        int id = bytes.getInt();
        int beginning = bytes.getInt();
        return new DocumentEntry(number, text(bytes, id), file, record, textBytes, text(bytes, beginning), dropped);
    }

    private static String text(ByteBuffer bytes, int length) {
        byte[] utf8 = new byte[length];
        bytes.get(utf8);
        return new String(utf8, StandardCharsets.UTF_8);
    }

    long documents() throws IOException {
        return positions.length() / Long.BYTES - 1;
    }

    Cursor cursor() throws IOException {
        return new Cursor();
    }

    @Override
    public void close() throws IOException {
        try (positions) {
            entries.close();
        }
    }

    final class Cursor implements Closeable {
        private final DataInputStream in = work.input(ENTRIES);
        private final long documents = documents();
        private long number;

        private Cursor() throws IOException {}

        Optional<DocumentEntry> next() throws IOException {
            if (number == documents) {
                return Optional.empty();
            }
            byte[] fixed = in.readNBytes(FIXED);
            ByteBuffer lengths = ByteBuffer.wrap(fixed, FIXED - 2 * Integer.BYTES, 2 * Integer.BYTES);
            int rest = lengths.getInt() + lengths.getInt();
            byte[] all = Arrays.copyOf(fixed, FIXED + rest);
            in.readFully(all, FIXED, rest);
            return Optional.of(entry(number++, ByteBuffer.wrap(all)));
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }

    static final class Writer implements Closeable {
        private final WorkDirectory.Output entries;
        private final WorkDirectory.Output positions;
        private long at;
        private long documents;
        private long textBytes;

        /** Replaces the log of an earlier run. */
        Writer(WorkDirectory work) throws IOException {
            this(work, 0, 0, 0);
        }

        /** Continues the log of an earlier run after some documents, of which the entries have so many bytes. */
        Writer(WorkDirectory work, long documents, long textBytes, long bytes) throws IOException {
            this.documents = documents;
            this.textBytes = textBytes;
            at = bytes;
            entries = work.append(ENTRIES, bytes);
            try {
                positions = work.append(POSITIONS, documents * Long.BYTES);
            } catch (IOException e) {
                entries.close();
                throw e;
            }
            positions.writeLong(at);
        }

        /** @param dropped whether the document is known to be dropped */
        void add(Document document, SourcePlaces.Place place, boolean dropped) throws IOException {
            byte[] id = document.id().getBytes(StandardCharsets.UTF_8);
            byte[] text = document.utf8();
            int beginning = Math.min(BEGINNING, text.length);
            while (beginning > 0 && beginning < text.length && (text[beginning] & 0xc0) == 0x80) {
                beginning--;
            }
            entries.writeBoolean(dropped);
            entries.writeInt(place.file());
            entries.writeLong(place.record());
            entries.writeInt(text.length);
            entries.writeInt(id.length);
            entries.writeInt(beginning);
            entries.write(id);
            entries.write(text, 0, beginning);
            at += FIXED + id.length + beginning;
            positions.writeLong(at);
            documents++;
            textBytes += text.length;
        }

        long documents() {
            return documents;
        }

        /** The size of all texts. */
        long textBytes() {
            return textBytes;
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
     * A document of the sources.
     *
     * @param number its place in the order of the sources, from 0
     * @param id its id
     * @param file the number of its file, from 0; −1 if files do not matter
     * @param record the number of its record in the file, from 1; 0 if the document is the file
     * @param textBytes the size of its text
     * @param beginning the beginning of its text
     * @param dropped whether it was known to be dropped when it was read
     */
    record DocumentEntry(
            long number, String id, int file, long record, int textBytes, String beginning, boolean dropped) {}
}
