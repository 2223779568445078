package io.whorl.cli.dedup;

import io.whorl.cli.console.FailedException;
import io.whorl.corpus.ReaderOptions;
import io.whorl.corpus.RecordFile;
import io.whorl.corpus.RecordFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Where the survivors are written: a file of records, or a directory if the only source is one. The result appears in
 * one step, after it is complete.
 */
public abstract class Target {
    /** A file of the sources. */
    record SourceFile(int number, Path path) {}

    private final Path path;
    private final List<Path> files;
    private final RecordFiles records;
    private final long piece;

    Target(Path path, List<Path> files, RecordFiles records, long piece) {
        this.path = path;
        this.files = files;
        this.records = records;
        this.piece = piece;
    }

    /**
     * Checks the target and the sources before the work begins. The target must be apart from the sources.
     *
     * @param force whether an existing file may be replaced
     * @param work where the run keeps its steps
     * @param piece the bytes of a file after which a run can be continued
     */
    public static Target of(
            Path path, List<Path> sources, ReaderOptions options, boolean force, WorkDirectory work, long piece)
            throws IOException {
        boolean directory = sources.size() == 1 && Files.isDirectory(sources.get(0));
        // If the run that is continued had written its output, it may be in place.
        if (Files.exists(path) && !SourceDedup.hasWritten(work) && (directory || !force)) {
            throw new FailedException(
                    path + " exists; " + (directory ? "choose another name for the directory" : "--force replaces it"));
        }
        Path parent = path.toAbsolutePath().getParent();
        if (parent == null || !Files.isDirectory(parent) || Files.isDirectory(path) && !directory) {
            throw new FailedException(path + " is not a file in an existing directory");
        }
        List<Path> files = directory ? RecordFiles.list(sources.get(0)) : new ArrayList<>();
        if (!directory) {
            for (Path source : sources) {
                files.addAll(RecordFiles.list(source));
            }
        }
        RecordFiles records = new RecordFiles(options);
        Target target = directory
                ? new DirectoryTarget(path, sources.get(0), files, records, piece)
                : new FileTarget(path, files, records, piece);
        boolean ours = work.resumed() || work.discarded();
        if (!ours && (directory ? Files.exists(target.unfinished()) : Files.isRegularFile(target.unfinished()))) {
            throw new FailedException(target.unfinished() + " exists, and would be replaced; remove it first");
        }
        return target;
    }

    Path path() {
        return path;
    }

    /** The files of the sources, each made when it is needed: a directory may have millions of files. */
    final List<SourceFile> files() {
        return new AbstractList<>() {
            @Override
            public SourceFile get(int index) {
                return new SourceFile(index, files.get(index));
            }

            @Override
            public int size() {
                return files.size();
            }
        };
    }

    long piece() {
        return piece;
    }

    static boolean isGzip(String compression) {
        return compression.equals("gzip");
    }

    RecordFile open(SourceFile file) throws IOException {
        try {
            return records.open(file.path());
        } catch (IOException e) {
            throw new FailedException(file.path() + " cannot be read, and so not copied: " + e.getMessage());
        }
    }

    static FailedException parts(SourceFile file, String format) {
        return new FailedException("the documents of " + file.path() + " cannot be copied one by one"
                + (format.equals("json") ? ": it is a JSON array; make it JSON lines" : ": its format is " + format)
                + "; or leave out --write");
    }

    final Path unfinished() {
        return unfinished(path);
    }

    /** Returns the path at which the result is written before it is complete. */
    public static Path unfinished(Path path) {
        Path absolute = path.toAbsolutePath();
        return absolute.resolveSibling(absolute.getFileName() + ".unfinished");
    }

    /**
     * Writes the unfinished result durably, and replaces one of an earlier run.
     *
     * @param warnings receives the sources that break off
     * @return the number of dropped documents that were left out
     */
    abstract long write(WorkDirectory work, Consumer<String> warnings) throws IOException;

    /** Puts the complete result in place. Does nothing if that was done. */
    final void publish() throws IOException {
        if (Files.exists(unfinished())) {
            Files.move(unfinished(), path, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } else if (!Files.exists(path)) {
            throw new FailedException(path + " was removed; start from the beginning, without --resume");
        }
    }
}
