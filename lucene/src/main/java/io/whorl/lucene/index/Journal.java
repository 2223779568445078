package io.whorl.lucene.index;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;
import java.util.zip.CheckedOutputStream;
import org.apache.lucene.util.IOUtils;

/**
 * Writes the changes of one commit to a file, as they are made. All numbers are big-endian:
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
    static final byte[] MAGIC = "WHORLJN1".getBytes(StandardCharsets.US_ASCII);
    static final byte ADD = 1;
    static final byte DELETE = 2;
    static final byte END = 3;

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
}
