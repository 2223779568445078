package io.whorl.cli.dedup;

import io.whorl.cli.console.FailedException;
import io.whorl.cli.dedup.Target.CopyFile;
import io.whorl.cli.dedup.Target.CopyState;
import io.whorl.cli.dedup.Target.LineEnds;
import io.whorl.cli.dedup.Target.RecordKind;
import io.whorl.cli.dedup.Target.SurvivorSink;
import io.whorl.corpus.RecordFile;
import io.whorl.corpus.RecordFiles;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * A directory like that of the sources: files that are documents are copied if they survive, files of records without
 * the dropped ones, in the same compression. A run that is continued compares the files that were copied as a whole
 * with their sources, and does not write them again.
 */
final class DirectoryTarget extends Target {
    private static final String BEGUN = "copying";

    private final Path source;

    DirectoryTarget(Path path, Path source, List<Path> files, RecordFiles records, long piece) throws IOException {
        super(path, files, records, piece);
        this.source = source;
        for (SourceFile file : files()) {
            check(file);
        }
    }

    private void check(SourceFile file) throws IOException {
        try (RecordFile opened = open(file)) {
            if (opened.content() == RecordFile.Content.PARTS) {
                throw parts(file, opened.format());
            }
            boolean records = opened.content() == RecordFile.Content.RECORDS;
            if (records
                    && RecordFiles.compressing(opened.compression(), OutputStream.nullOutputStream())
                            .isEmpty()) {
                throw new FailedException("--write does not compress as " + opened.compression()
                        + ", and so does not copy records of " + file.path() + "; unpack it or use gzip or zstd");
            }
        }
    }

    @Override
    long write(WorkDirectory work, Consumer<String> warnings) throws IOException {
        boolean continued = work.step(BEGUN).isPresent() && Files.isDirectory(unfinished());
        if (!continued) {
            begin(work);
        }
        CopyState begun = CopyState.read(work);
        long leftOut = 0;
        long copies = 0;
        try (DropCursor counts = new DropCursor(work, 0);
                DropCursor drops = new DropCursor(work, begun.found())) {
            for (SourceFile file : files()) {
                long dropped = counts.count(file.number());
                leftOut += dropped;
                Path copy = unfinished().resolve(source.relativize(file.path()));
                if (dropped == 0 && !counts.hasUnread(file.number())) {
                    whole(file, copy, continued);
                    copies++;
                } else if (file.number() < begun.file()) {
                    copies += Files.exists(copy) ? 1 : 0;
                } else if (!drops.isDropped(file.number(), 0)) {
                    Files.createDirectories(copy.getParent());
                    long found = records(file, copy, drops, work, warnings);
                    new CopyState(file.number() + 1, 0, 0, LineEnds.MOST, found).write(work);
                    copies++;
                }
            }
            requireAll(copies);
            return Math.min(leftOut, drops.found());
        }
    }

    /** A file system that ignores the case of names, for example, may have replaced one copy by another. */
    private void requireAll(long copies) throws IOException {
        try (Stream<Path> found = Files.walk(unfinished())) {
            long files = found.filter(f -> Files.isRegularFile(f, LinkOption.NOFOLLOW_LINKS))
                    .count();
            if (files < copies) {
                throw new FailedException(copies + " files were copied to " + unfinished() + ", but it has " + files
                        + ": its file system takes different names of the sources as one; choose a directory on"
                        + " another file system");
            }
        }
    }

    private void begin(WorkDirectory work) throws IOException {
        if (Files.exists(unfinished())) {
            WorkDirectory.remove(unfinished(), unfinished());
        }
        Files.createDirectories(unfinished());
        CopyState.BEGINNING.write(work);
        work.finish(BEGUN, Map.of());
    }

    private static void whole(SourceFile file, Path copy, boolean continued) throws IOException {
        if (continued && Files.exists(copy) && Files.mismatch(file.path(), copy) < 0) {
            return;
        }
        Files.createDirectories(copy.getParent());
        Files.copy(file.path(), copy, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Returns the number of dropped documents that were found so far. */
    private long records(SourceFile file, Path copy, DropCursor drops, WorkDirectory work, Consumer<String> warnings)
            throws IOException {
        CopyState begun = CopyState.read(work);
        boolean continued = begun.file() == file.number() && begun.record() > 0;
        LineEnds ends = new LineEnds(LineEnds.MOST);
        try (RecordFile records = open(file);
                CopyFile out = new CopyFile(copy, records.compression(), piece(), continued ? begun.bytes() : 0)) {
            SurvivorSink sink = new SurvivorSink(
                    drops,
                    file.number(),
                    out,
                    ends,
                    RecordKind.of(records.format()),
                    isGzip(records.compression()),
                    continued ? begun.record() : 0,
                    record -> new CopyState(file.number(), record, out.endPiece(), ends.count(), drops.found())
                            .write(work));
            Optional<String> damage = records.copy(sink, !continued);
            damage.ifPresent(why -> warnings.accept(file.path() + " breaks off: " + why));
            out.finish();
            return drops.found();
        }
    }
}
