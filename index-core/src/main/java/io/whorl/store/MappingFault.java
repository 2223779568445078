package io.whorl.store;

import io.whorl.CorruptIndexException;
import java.io.IOException;
import java.lang.ref.Reference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Bytes of a mapped file that cannot be read: the file became shorter, or the disk fails. The JVM reports that as an
 * {@link InternalError} that does not name the file. In compiled code it comes some instructions after the access, when
 * the bytes may have been used and the method that read them may have returned; so the whole of a query or a merge is
 * wrapped, and its result is dropped.
 */
public final class MappingFault {
    /** In the message of every such error, on all releases; any other InternalError is the JVM's own. */
    private static final String MARK = "unsafe memory access";

    /** Volatile, so that the compiler does not know it. */
    private static volatile int one = 1;

    private MappingFault() {}

    /** A reader of mapped files. */
    public interface Reader<T, E extends Exception> {
        T read() throws E;
    }

    /**
     * Runs a reader of some segments.
     *
     * @throws CorruptIndexException that names the file, in place of the JVM's error
     */
    public static <T, E extends Exception> T typed(List<Segment> segments, Reader<T, E> reader) throws E {
        try {
            return delivered(reader.read());
        } catch (InternalError e) {
            if (isFault(e) && !segments.isEmpty()) {
                throw error(shortened(segments), e);
            }
            throw e;
        }
    }

    /** Runs a reader of one file. */
    static <T, E extends Exception> T typed(Path file, Reader<T, E> reader) throws E {
        try {
            return delivered(reader.read());
        } catch (InternalError e) {
            if (isFault(e)) {
                throw error(file, e);
            }
            throw e;
        }
    }

    /**
     * Has an error that is still on its way thrown here, not in a caller that does not expect it. The JVM throws it
     * when the thread returns from a call of the runtime, and an array of two dimensions that the compiler does not
     * know is one.
     */
    private static <T> T delivered(T result) {
        Reference.reachabilityFence(new byte[one][one]);
        return result;
    }

    private static boolean isFault(InternalError error) {
        return String.valueOf(error.getMessage()).contains(MARK);
    }

    /** The file that is shorter than it was; where none is, the disk may have failed in any. */
    private static Path shortened(List<Segment> segments) {
        return segments.stream()
                .filter(s -> size(s.file()) < s.length())
                .findFirst()
                .orElse(segments.get(0))
                .file();
    }

    private static CorruptIndexException error(Path file, InternalError fault) {
        long size = size(file);
        return new CorruptIndexException(
                file,
                Math.max(0, size),
                "bytes that were there when it was opened cannot be read: "
                        + (size < 0
                                ? "the file is gone, or the disk fails"
                                : "somebody cut the file, which has " + size + " bytes now, or the disk fails"),
                fault);
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            return -1;
        }
    }
}
