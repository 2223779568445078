package io.whorl.build;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes a new file, and deletes it if that fails. */
final class NewFile {
    /** Writes the file, and has closed it when it returns or throws. */
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
