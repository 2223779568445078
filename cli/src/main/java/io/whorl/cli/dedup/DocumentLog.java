package io.whorl.cli.dedup;

import io.whorl.corpus.Document;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Optional;

/**
 * The documents that were read, in order: a file of entries, and a file of their positions. Entries can be read by
 * number, or one after another. One thread at a time.
 */
final class DocumentLog implements Closeable {
    private static final int BUFFER = 1 << 16;
    private static final int FIXED = Integer.BYTES + Long.BYTES + 3 * Integer.BYTES;
    private static final int BEGINNING = 120;

    private final FileChannel entries;
    private final FileChannel positions;

    private DocumentLog(FileChannel entries, FileChannel positions) {
        this.entries = entries;
        this.positions = positions;
    }

    private static Path entries(WorkDirectory work) {
        return work.file("documents");
    }

    private static Path positions(WorkDirectory work) {
        return work.file("positions");
    }

    /** Opens a complete log. */
    static DocumentLog open(WorkDirectory work) throws IOException {
        FileChannel entries = FileChannel.open(entries(work), StandardOpenOption.READ);
        try {
            return new DocumentLog(entries, FileChannel.open(positions(work), StandardOpenOption.READ));
        } catch (IOException e) {
            entries.close();
            throw e;
        }
    }

    /** Returns an entry by its number. */
    DocumentEntry get(long number) throws IOException {
        long from = position(number);
        ByteBuffer bytes = read(entries, from, Math.toIntExact(position(number + 1) - from));
        return entry(number, bytes);
    }

    private long position(long number) throws IOException {
        return read(positions, number * Long.BYTES, Long.BYTES).getLong();
    }

    private static ByteBuffer read(FileChannel channel, long at, int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(length);
        while (bytes.hasRemaining()) {
            if (channel.read(bytes, at + bytes.position()) < 0) {
                throw new IOException("a temporary file is cut off; start from the beginning, without --resume");
            }
        }
        return bytes.flip();
    }

    private static DocumentEntry entry(long number, ByteBuffer bytes) {
        int file = bytes.getInt();
        long record = bytes.getLong();
        int textBytes = bytes.getInt();
        int id = bytes.getInt();
        int beginning = bytes.getInt();
        return new DocumentEntry(number, text(bytes, id), file, record, textBytes, text(bytes, beginning));
    }

    private static String text(ByteBuffer bytes, int length) {
        byte[] utf8 = new byte[length];
        bytes.get(utf8);
        return new String(utf8, StandardCharsets.UTF_8);
    }

    /** Reads all entries from the first one on. */
    Cursor cursor() throws IOException {
        return new Cursor(positions.size() / Long.BYTES - 1);
    }

    @Override
    public void close() throws IOException {
        try (positions) {
            entries.close();
        }
    }

    /** Reads entries one after another. */
    final class Cursor {
        private final DataInputStream in;
        private final long documents;
        private long number;

        private Cursor(long documents) throws IOException {
            this.documents = documents;
            in = new DataInputStream(new BufferedInputStream(Channels.newInputStream(entries.position(0)), BUFFER));
        }

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
    }

    /** Writes a log. */
    static final class Writer implements Closeable {
        private final FileChannel entries;
        private final FileChannel positions;
        private final DataOutputStream out;
        private final DataOutputStream index;
        private long at;
        private long documents;

        /** Replaces the log of an earlier run. */
        Writer(WorkDirectory work) throws IOException {
            entries = create(DocumentLog.entries(work));
            try {
                positions = create(DocumentLog.positions(work));
            } catch (IOException e) {
                entries.close();
                throw e;
            }
            out = new DataOutputStream(buffered(entries));
            index = new DataOutputStream(buffered(positions));
            index.writeLong(0);
        }

        private static FileChannel create(Path file) throws IOException {
            return FileChannel.open(
                    file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING);
        }

        private static OutputStream buffered(FileChannel channel) {
            return new BufferedOutputStream(Channels.newOutputStream(channel), BUFFER);
        }

        void add(Document document, SourcePlaces.Place place) throws IOException {
            byte[] id = document.id().getBytes(StandardCharsets.UTF_8);
            byte[] text = document.utf8();
            int beginning = Math.min(BEGINNING, text.length);
            while (beginning > 0 && beginning < text.length && (text[beginning] & 0xc0) == 0x80) {
                beginning--;
            }
            out.writeInt(place.file());
            out.writeLong(place.record());
            out.writeInt(text.length);
            out.writeInt(id.length);
            out.writeInt(beginning);
            out.write(id);
            out.write(text, 0, beginning);
            at += FIXED + id.length + beginning;
            index.writeLong(at);
            documents++;
        }

        /** The number of entries. */
        long documents() {
            return documents;
        }

        /** Makes all entries durable. */
        void force() throws IOException {
            out.flush();
            index.flush();
            entries.force(true);
            positions.force(true);
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
     */
    record DocumentEntry(long number, String id, int file, long record, int textBytes, String beginning) {}
}
