package io.whorl.cli.console;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** A file for a result. An earlier file is replaced in one step, after the new one is complete. */
public final class ResultFile {
    private final Path file;
    private final Path unfinished;

    private ResultFile(Path file) {
        this.file = file;
        Path absolute = file.toAbsolutePath();
        unfinished = absolute.resolveSibling(absolute.getFileName() + ".unfinished");
    }

    /** Writes the content of a file. */
    public interface Content {
        void write(OutputStream out) throws IOException;
    }

    /**
     * Checks that a file can be written, before the work begins.
     *
     * @throws FailedException if it cannot
     */
    public static ResultFile at(Path file) throws FailedException {
        if (file.toAbsolutePath().getFileName() == null || Files.isDirectory(file)) {
            throw new FailedException(file + " is a directory; give the name of a file");
        }
        if (Files.exists(file) && !(Files.isRegularFile(file) && Files.isWritable(file))) {
            throw new FailedException(file + " cannot be written; choose another path");
        }
        ResultFile result = new ResultFile(file);
        try {
            Files.newOutputStream(result.unfinished).close();
            Files.delete(result.unfinished);
            return result;
        } catch (IOException e) {
            throw failed(
                    file + " cannot be written: is " + result.unfinished.getParent()
                            + " a directory that you may write to?",
                    e);
        }
    }

    /** Writes the file. If this fails, an earlier file is unchanged. */
    public void write(Content content) throws IOException {
        try {
            try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(unfinished))) {
                content.write(out);
            }
            Files.move(unfinished, file, StandardCopyOption.REPLACE_EXISTING);
        } catch (FailedException e) {
            throw e;
        } catch (IOException e) {
            throw failed(file + " cannot be written: " + e.getMessage(), e);
        } finally {
            Files.deleteIfExists(unfinished);
        }
    }

    private static FailedException failed(String message, IOException cause) {
        return (FailedException) new FailedException(message).initCause(cause);
    }
}
