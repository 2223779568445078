package io.whorl.assembly;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes a file that is there whole or not at all. */
public final class NewFile {
    /** Writes to the file, and has closed it when it returns or fails. */
    public interface Writer<T> {
        T write() throws IOException;
    }

    private NewFile() {}

    public static <T> T write(Path file, Writer<T> writer) throws IOException {
        try {
            return writer.write();
        } catch (Throwable e) {
            try {
                Files.deleteIfExists(file);
            } catch (IOException also) {
                e.addSuppressed(also);
            }
            throw e;
        }
    }
}
