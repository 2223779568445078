package io.whorl.cli.html;

import io.whorl.cli.console.FailedException;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** The file of a report. An earlier file is replaced in one step, after the new one is complete. */
public final class ReportFile {
    private final Path file;
    private final Path unfinished;

    private ReportFile(Path file) {
        this.file = file;
        Path absolute = file.toAbsolutePath();
        // A name that no other file has: neither a file of the user nor that of another run.
        unfinished = absolute.resolveSibling(
                ".whorl-" + ProcessHandle.current().pid() + "-" + System.nanoTime() + ".unfinished");
    }

    /**
     * Checks that a file can be written, before the work of its report begins.
     *
     * @throws FailedException if it cannot
     */
    public static ReportFile at(Path file) throws FailedException {
        if (file.toAbsolutePath().getFileName() == null || Files.isDirectory(file)) {
            throw new FailedException(file + " is a directory; give the name of a file, such as report.html");
        }
        if (Files.exists(file) && !(Files.isRegularFile(file) && Files.isWritable(file))) {
            throw new FailedException("the report " + file + " cannot be written; choose another path");
        }
        ReportFile report = new ReportFile(file);
        try {
            Files.newOutputStream(report.unfinished, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)
                    .close();
            Files.delete(report.unfinished);
            return report;
        } catch (IOException e) {
            throw (FailedException) new FailedException("the report " + file + " cannot be written: is "
                            + report.unfinished.getParent() + " a directory that you may write to?")
                    .initCause(e);
        }
    }

    /** True if a document was read from this file: from an earlier report. */
    public boolean isAt(String place) {
        try {
            return Files.exists(file) && Files.exists(Path.of(place)) && Files.isSameFile(file, Path.of(place));
        } catch (IOException | InvalidPathException e) {
            return false;
        }
    }

    public void write(ReportPage page) throws IOException {
        try {
            try (OutputStream out = new BufferedOutputStream(
                    Files.newOutputStream(unfinished, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE))) {
                page.write(out);
            }
            try {
                Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
            } catch (AtomicMoveNotSupportedException e) {
                Files.move(unfinished, file, StandardCopyOption.REPLACE_EXISTING);
            }
        } catch (IOException e) {
            throw (FailedException)
                    new FailedException("the report " + file + " cannot be written: " + e.getMessage()).initCause(e);
        } finally {
            Files.deleteIfExists(unfinished);
        }
    }
}
