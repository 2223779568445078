package io.whorl.store;

import io.whorl.CallInterruptedException;
import io.whorl.RefusedException;
import io.whorl.WhorlException;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.ProviderMismatchException;
import java.nio.file.ReadOnlyFileSystemException;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;

/** Reads and writes of files. A single call of a channel may transfer fewer bytes than requested; these loop. */
public final class Channels {
    private static final int BUFFER = 1 << 20;

    private Channels() {}

    public static void writeFully(FileChannel channel, ByteBuffer bytes, long at) throws IOException {
        for (long to = at; bytes.hasRemaining(); ) {
            to += channel.write(bytes, to);
        }
    }

    /** Writes the remaining bytes of a buffer to a new file, which replaces an existing one, and forces it to disk. */
    public static void write(Path file, ByteBuffer bytes) throws IOException {
        try (FileChannel channel = createNew(file)) {
            writeFully(channel, bytes, 0);
            channel.force(true);
        }
    }

    /** Creates a file for reading and writing. A file of this name is replaced. */
    static FileChannel createNew(Path file) throws IOException {
        return FileChannel.open(
                file,
                StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE);
    }

    /**
     * Fills a buffer.
     *
     * @throws EOFException if the file ends before the buffer is full
     */
    public static void readFully(FileChannel channel, ByteBuffer bytes, long at) throws IOException {
        readUpTo(channel, bytes, at);
        if (bytes.hasRemaining()) {
            throw new EOFException("the file ends " + bytes.remaining() + " bytes before the end of a read at " + at);
        }
    }

    /** Reads until a buffer is full or the file ends. */
    public static void readUpTo(FileChannel channel, ByteBuffer bytes, long at) throws IOException {
        long from = at;
        for (int n = 0; n >= 0 && bytes.hasRemaining(); from += n) {
            n = channel.read(bytes, from);
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
     * @return the CRC32C of the bytes that were copied
     */
    public static int copy(Path from, Path to) throws IOException {
        try (FileChannel in = FileChannel.open(from, StandardOpenOption.READ);
                FileChannel out = FileChannel.open(to, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            CRC32C crc = new CRC32C();
            ByteBuffer buffer = ByteBuffer.allocate(BUFFER);
            for (long at = 0; in.read(buffer.clear()) >= 0; at += buffer.limit()) {
                crc.update(buffer.flip());
                writeFully(out, buffer.rewind(), at);
            }
            out.force(true);
            return (int) crc.getValue();
        }
    }

    public interface FileWork<T> {
        T run() throws IOException;
    }

    /** Writes a new file, and deletes it if that fails. The writer has closed it when it returns or throws. */
    public static <T> T create(Path file, FileWork<T> writer) throws IOException {
        return orElse(() -> Files.deleteIfExists(file), writer);
    }

    /** Runs work, and undoes what was done before if that fails. */
    public static <T> T orElse(Closeable undo, FileWork<T> work) throws IOException {
        try {
            return work.run();
        } catch (Throwable e) {
            try {
                undo.close();
            } catch (IOException also) {
                e.addSuppressed(also);
            }
            throw e;
        }
    }

    // Interrupts of the calling thread and missing permissions, told from failures of the disk. An interrupt closes the
    // file channel that the thread uses or opens, and ends its wait for other threads; both look like errors of the
    // file
    // system.

    /**
     * Throws the typed error of a failure, if it has one.
     *
     * @throws CallInterruptedException if an interrupt of this thread caused the failure
     * @throws RefusedException as {@link #checkPermission}
     */
    public static void check(Exception failure) {
        for (Throwable e = failure; e != null && Thread.currentThread().isInterrupted(); e = e.getCause()) {
            if (e instanceof ClosedByInterruptException || e instanceof InterruptedIOException) {
                throw new CallInterruptedException(failure);
            }
        }
        checkPermission(failure);
    }

    /**
     * Runs work on files.
     *
     * @throws RefusedException as {@link #checkPermission}
     */
    public static <T> T permitted(FileWork<T> work) throws IOException {
        try {
            return work.run();
        } catch (IOException | ReadOnlyFileSystemException e) {
            checkPermission(e);
            throw e;
        }
    }

    /** @throws RefusedException if this process may not read or write a file */
    public static void checkPermission(Exception failure) {
        for (Throwable e = failure; e != null && !(failure instanceof WhorlException); e = e.getCause()) {
            if (isDenial(e)) {
                throw RefusedException.denied(String.valueOf(failure.getMessage()), failure);
            }
        }
    }

    /** Linux reports a file system that is mounted read-only by the reason alone. */
    private static boolean isDenial(Throwable e) {
        return e instanceof AccessDeniedException
                || e instanceof ReadOnlyFileSystemException
                || e instanceof FileSystemException f
                        && String.valueOf(f.getReason()).contains("Read-only file system");
    }

    /**
     * Runs work on files for a caller that cannot throw an {@link IOException}.
     *
     * @throws CallInterruptedException as {@link #check}
     * @throws RefusedException as {@link #check}
     * @throws UncheckedIOException for other failures
     */
    public static <T> T unchecked(FileWork<T> work) {
        try {
            return work.run();
        } catch (IOException e) {
            check(e);
            throw new UncheckedIOException(e);
        }
    }

    /** Runs work that an interrupt from before does not stop; the thread stays interrupted. */
    static void uninterrupted(Closeable work) throws IOException {
        boolean interrupted = Thread.interrupted();
        try {
            work.close();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
