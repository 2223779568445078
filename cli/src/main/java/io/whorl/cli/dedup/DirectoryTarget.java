package io.whorl.cli.dedup;

import io.whorl.cli.console.FailedException;
import io.whorl.corpus.RecordFile;
import io.whorl.corpus.RecordFiles;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A directory like that of the sources: files that are documents are copied if they survive, files of records without
 * the dropped ones, in the same compression.
 */
final class DirectoryTarget extends Target {
    private static final int BUFFER = 1 << 16;

    private final Path source;

    DirectoryTarget(Path path, Path source, List<SourceFile> files, RecordFiles records) throws IOException {
        super(path, files, records);
        this.source = source;
        for (SourceFile file : files) {
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
        if (Files.exists(unfinished())) {
            WorkDirectory.remove(unfinished(), unfinished());
        }
        Files.createDirectories(unfinished());
        long leftOut = 0;
        try (DropCursor counts = new DropCursor(work);
                DropCursor drops = new DropCursor(work)) {
            for (SourceFile file : files()) {
                long dropped = counts.count(file.number());
                leftOut += dropped;
                Path copy = unfinished().resolve(source.relativize(file.path()).toString());
                if (dropped == 0) {
                    Files.createDirectories(copy.getParent());
                    Files.copy(file.path(), copy);
                } else if (!drops.isDropped(file.number(), 0)) {
                    Files.createDirectories(copy.getParent());
                    records(file, copy, drops, warnings);
                }
            }
            return Math.min(leftOut, drops.found());
        }
    }

    private void records(SourceFile file, Path copy, DropCursor drops, Consumer<String> warnings) throws IOException {
        try (RecordFile records = open(file);
                OutputStream bytes = new BufferedOutputStream(Files.newOutputStream(copy), BUFFER);
                OutputStream out =
                        RecordFiles.compressing(records.compression(), bytes).orElseThrow()) {
            Optional<String> damage = records.copy(keeps(drops, file), out, true);
            damage.ifPresent(why -> warnings.accept(file.path() + " breaks off: " + why));
        }
    }
}
