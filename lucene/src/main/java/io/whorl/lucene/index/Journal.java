package io.whorl.lucene.index;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;
import java.util.zip.CheckedOutputStream;
import org.apache.lucene.util.IOUtils;

/**
 * Writes the changes of one commit to a file, as they are made, and reads them: a journal is checked as a whole before
 * its changes are used. All numbers are big-endian:
 *
 * <pre>
 * header   8 bytes "WHORLJN1"
 * add      1 byte 1, int length of the id, id in UTF-8, int length of the text, text
 * delete   1 byte 2, int length of the id, id in UTF-8
 * end      1 byte 3, long number of Whorl's commit, long number of changes, int CRC-32C of all bytes before
 * </pre>
 *
 * <p>Without an end that is whole, the file is not a journal of a commit. One thread at a time.
 */
final class Journal implements AutoCloseable {
    private static final byte[] MAGIC = "WHORLJN1".getBytes(StandardCharsets.US_ASCII);
    private static final byte ADD = 1;
    private static final byte DELETE = 2;
    private static final byte END = 3;

    private static final int BUFFER = 1 << 16;

    private final Path path;
    private final FileChannel channel;
    private final CRC32C checksum = new CRC32C();
    private final DataOutputStream out;
    private long changes;

    private Journal(Path path, FileChannel channel) {
        this.path = path;
        this.channel = channel;
        out = new DataOutputStream(
                new CheckedOutputStream(new BufferedOutputStream(Channels.newOutputStream(channel), BUFFER), checksum));
    }

    /** Creates the file, in place of an earlier one. */
    static Journal create(Path path) throws IOException {
        FileChannel channel = FileChannel.open(
                path, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE);
        try {
            Journal journal = new Journal(path, channel);
            journal.out.write(MAGIC);
            return journal;
        } catch (IOException e) {
            IOUtils.closeWhileHandlingException(channel);
            throw e;
        }
    }

    /** Notes that a document was added, or replaced the one with the same id. */
    void add(byte[] id, byte[] text) throws IOException {
        out.writeByte(ADD);
        write(id);
        write(text);
        changes++;
    }

    /** Notes that a document was deleted. */
    void delete(byte[] id) throws IOException {
        out.writeByte(DELETE);
        write(id);
        changes++;
    }

    private void write(byte[] bytes) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    /**
     * Ends the journal, and forces it and its directory to disk.
     *
     * @param commit the number of Whorl's commit with these changes
     */
    void end(long commit) throws IOException {
        out.writeByte(END);
        out.writeLong(commit);
        out.writeLong(changes);
        out.writeInt((int) checksum.getValue());
        out.flush();
        channel.force(true);
        IOUtils.fsync(directory(path), true);
    }

    /** Deletes a journal, if there is one. */
    static void delete(Path path) throws IOException {
        if (Files.deleteIfExists(path)) {
            IOUtils.fsync(directory(path), true);
        }
    }

    private static Path directory(Path path) {
        return path.toAbsolutePath().getParent();
    }

    /** Closes the file, as it is. */
    @Override
    public void close() throws IOException {
        channel.close();
    }

    /** Takes the changes of a journal, in order. */
    interface Changes {
        /** @param text of an added document; empty for a deleted one */
        void take(String id, Optional<byte[]> text) throws IOException;
    }

    /**
     * The number of Whorl's commit that a journal holds.
     *
     * @return empty if there is no journal, or if it is not whole
     */
    static Optional<Long> commit(Path path) throws IOException {
        return Files.exists(path) ? read(path, (id, text) -> {}) : Optional.empty();
    }

    /** Reads the changes of a journal that {@link #commit} has checked. */
    static void replay(Path path, Changes changes) throws IOException {
        if (read(path, changes).isEmpty()) {
            throw new IOException(path + " changed while it was read; open the indexes again");
        }
    }

    private static Optional<Long> read(Path path, Changes changes) throws IOException {
        CRC32C checksum = new CRC32C();
        long left = Files.size(path);
        try (DataInputStream in = new DataInputStream(
                new CheckedInputStream(new BufferedInputStream(Files.newInputStream(path), BUFFER), checksum))) {
            if (!Arrays.equals(in.readNBytes(MAGIC.length), MAGIC)) {
                return Optional.empty();
            }
            long count = 0;
            while (true) {
                byte type = in.readByte();
                if (type == END) {
                    return end(in, count, checksum);
                }
                if (type != ADD && type != DELETE) {
                    return Optional.empty();
                }
                Optional<byte[]> id = bytes(in, left);
                Optional<byte[]> text = type == ADD ? bytes(in, left) : Optional.empty();
                if (id.isEmpty() || type == ADD && text.isEmpty()) {
                    return Optional.empty();
                }
                changes.take(new String(id.get(), StandardCharsets.UTF_8), text);
                count++;
            }
        } catch (EOFException e) {
            // The file was being written.
            return Optional.empty();
        }
    }

    private static Optional<Long> end(DataInputStream in, long count, CRC32C checksum) throws IOException {
        long commit = in.readLong();
        long changes = in.readLong();
        int computed = (int) checksum.getValue();
        boolean whole = in.readInt() == computed && changes == count && in.read() < 0;
        return whole ? Optional.of(commit) : Optional.empty();
    }

    /** Empty if the length cannot be right. */
    private static Optional<byte[]> bytes(DataInputStream in, long most) throws IOException {
        int length = in.readInt();
        if (length < 0 || length > most) {
            return Optional.empty();
        }
        byte[] bytes = in.readNBytes(length);
        return bytes.length == length ? Optional.of(bytes) : Optional.empty();
    }
}
