package io.whorl.cli;

import io.whorl.cli.InterruptOnExit.AtExit;
import java.io.BufferedOutputStream;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.commons.io.function.IOConsumer;

/** A file for a result. An earlier file is replaced in one step, after the new one is complete. */
final class ResultFile {
    private static final AtomicLong COUNT = new AtomicLong();

    private final Path file;
    private final Path unfinished;

    private ResultFile(Path file) {
        this.file = file;
        Path absolute = file.toAbsolutePath();
        // A name that no other file has: neither a file of the user nor that of another run.
        unfinished = absolute.resolveSibling(".whorl-" + ProcessHandle.current().pid() + "-" + COUNT.incrementAndGet()
                + "-" + System.nanoTime() + ".unfinished");
    }

    /**
     * Checks that a file can be written, before the work begins.
     *
     * @throws FailedException if it cannot
     */
    public static ResultFile at(Path file) throws FailedException {
        if (file.toString().equals("-")) {
            throw new FailedException("standard output has the results; give the name of a file instead of -");
        }
        if (file.toAbsolutePath().getFileName() == null || Files.isDirectory(file)) {
            throw new FailedException(file + " is a directory; give the name of a file");
        }
        if (Files.exists(file) && !(Files.isRegularFile(file) && Files.isWritable(file))) {
            throw new FailedException(file + " cannot be written; choose another path");
        }
        ResultFile result = new ResultFile(file);
        try {
            result.create().close();
            Files.delete(result.unfinished);
            return result;
        } catch (IOException e) {
            throw new FailedException(
                    file + " cannot be written: is " + result.unfinished.getParent()
                            + " a directory that you may write to?",
                    e);
        }
    }

    /** Writes the file. If this fails, an earlier file is unchanged. */
    @SuppressWarnings("try")
    public void write(IOConsumer<OutputStream> content) throws IOException {
        // Ctrl-C does not run what follows a try.
        try (AtExit removal = new AtExit(this::removeUnfinished)) {
            try (OutputStream out = new BufferedOutputStream(create())) {
                content.accept(out);
            }
            // A move that replaces may delete the earlier file first. An atomic one does not.
            Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (FailedException e) {
            throw e;
        } catch (IOException e) {
            throw new FailedException(file + " cannot be written: " + e.getMessage(), e);
        } finally {
            Files.deleteIfExists(unfinished);
        }
    }

    public void writeText(IOConsumer<Writer> text) throws IOException {
        write(bytes -> {
            Writer out = new BufferedWriter(new OutputStreamWriter(bytes, StandardCharsets.UTF_8));
            text.accept(out);
            out.flush();
        });
    }

    private void removeUnfinished() {
        try {
            Files.deleteIfExists(unfinished);
        } catch (IOException e) {
            // The process ends, so nothing can report it.
        }
    }

    private OutputStream create() throws IOException {
        return Files.newOutputStream(unfinished, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    }
}
