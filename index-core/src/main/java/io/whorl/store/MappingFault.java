package io.whorl.store;

import io.whorl.CorruptIndexException;
import java.io.IOException;
import java.lang.ref.Reference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Handling of mapped bytes that cannot be read, because the file was truncated or the disk fails. The JVM reports this
 * as an {@link InternalError} that does not name the file. In compiled code the error arrives some instructions after
 * the access, when the bytes may have been used and the reading method may have returned. So callers wrap whole queries
 * and merges, and discard the result.
 */
public final class MappingFault {
    /** Part of the message of each such error, on all releases. Any other InternalError is a failure of the JVM. */
    private static final String MARK = "unsafe memory access";

    /** Volatile, so that the compiler cannot assume its value. */
    private static volatile int one = 1;

    private MappingFault() {}

    public interface Reader<T, E extends Exception> {
        T read() throws E;
    }

    /**
     * Runs a reader of some files.
     *
     * @throws CorruptIndexException in place of the error of the JVM, or if a file was cut and the reader may have read
     *     zeros instead of its bytes; names the file that was cut
     */
    public static <T, E extends Exception> T typed(List<CheckedFile> files, Reader<T, E> reader) throws E {
        try {
            T result = reader.read();
            files.forEach(CheckedFile::requireWhole);
            return withPendingError(result);
        } catch (InternalError e) {
            if (isFault(e) && !files.isEmpty()) {
                throw cut(firstCut(files).orElse(files.get(0)).file(), Optional.of(e));
            }
            throw e;
        } catch (CorruptIndexException e) {
            // The inner reader of one file takes an error of another for its own, and zeros for contradictions.
            Optional<CorruptIndexException> cut = firstCut(files).map(f -> cut(f.file(), Optional.of(e)));
            throw cut.isPresent() && !cut.get().getMessage().equals(e.getMessage()) ? cut.get() : e;
        }
    }

    /**
     * Runs a part of a read on a thread of its own. An error of the JVM that concerns it leaves this call, and not a
     * later one; the thread that waits for the parts must make it a typed one.
     */
    public static <T, E extends Exception> T settled(Reader<T, E> reader) throws E {
        return withPendingError(reader.read());
    }

    /**
     * Makes the JVM throw a pending error here, and not in a caller that does not expect it. The JVM throws it when the
     * thread returns from a call into the runtime. Allocating a two-dimensional array of unknown size is such a call.
     */
    private static <T> T withPendingError(T result) {
        Reference.reachabilityFence(new byte[one][one]);
        return result;
    }

    private static boolean isFault(InternalError error) {
        return String.valueOf(error.getMessage()).contains(MARK);
    }

    private static Optional<CheckedFile> firstCut(List<CheckedFile> files) {
        return files.stream().filter(MappingFault::isCut).findFirst();
    }

    private static boolean isCut(CheckedFile file) {
        try {
            return !withPendingError(file.hasEndMark());
        } catch (InternalError e) {
            if (isFault(e)) {
                return true;
            }
            throw e;
        }
    }

    /** The typed error for a mapped file that was cut. */
    static CorruptIndexException cut(Path file, Optional<Throwable> cause) {
        long size = size(file);
        return new CorruptIndexException(
                file,
                Math.max(0, size),
                "bytes that existed when it was opened cannot be read: "
                        + (size < 0
                                ? "the file is gone, or the disk fails"
                                : "the file was truncated to " + size + " bytes, or the disk fails"),
                cause.orElse(null));
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            return -1;
        }
    }
}
