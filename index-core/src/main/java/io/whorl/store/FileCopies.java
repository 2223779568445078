package io.whorl.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.ProviderMismatchException;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;

/** Reads or copies whole files, and returns the CRC32C of their bytes. Needs heap for a buffer of one mebibyte. */
public final class FileCopies {
    private static final int BUFFER = 1 << 20;

    private FileCopies() {}

    public static int checksum(Path file) throws IOException {
        try (FileChannel in = FileChannel.open(file, StandardOpenOption.READ)) {
            CRC32C crc = new CRC32C();
            ByteBuffer buffer = ByteBuffer.allocate(BUFFER);
            while (in.read(buffer.clear()) >= 0) {
                crc.update(buffer.flip());
            }
            return (int) crc.getValue();
        }
    }

    /** Forces a file to disk, but not its directory. */
    public static void force(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    /**
     * Makes a hard link to a file, and forces the file, but not the directory of the link.
     *
     * @param to does not exist yet
     * @return false if the file system cannot, or the link would be on another one
     */
    public static boolean link(Path from, Path to) throws IOException {
        try {
            // A link to a symbolic link would lose its file with the one that the symbolic link names.
            Files.createLink(to, from.toRealPath());
            force(to);
            return true;
        } catch (UnsupportedOperationException | ProviderMismatchException | FileSystemException e) {
            Files.deleteIfExists(to);
            return false;
        }
    }

    /**
     * Copies a file to one that does not exist yet, and forces the copy to disk, but not its directory.
     *
     * @return the checksum of the bytes that were copied
     */
    public static int copy(Path from, Path to) throws IOException {
        try (FileChannel in = FileChannel.open(from, StandardOpenOption.READ);
                FileChannel out = FileChannel.open(to, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            CRC32C crc = new CRC32C();
            ByteBuffer buffer = ByteBuffer.allocate(BUFFER);
            long at = 0;
            while (in.read(buffer.clear()) >= 0) {
                crc.update(buffer.flip());
                int n = buffer.limit();
                Channels.writeFully(out, buffer.rewind(), at);
                at += n;
            }
            out.force(true);
            return (int) crc.getValue();
        }
    }
}
