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
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** One file with the surviving records of all files, compressed as its name says. */
final class FileTarget extends Target {
    private final String compression;
    private final RecordKind kind;

    FileTarget(Path path, List<Path> files, RecordFiles records, long piece) throws IOException {
        super(path, files, records, piece);
        compression = RecordFiles.compression(path);
        if (RecordFiles.compressing(compression, OutputStream.nullOutputStream())
                .isEmpty()) {
            throw new FailedException("--write does not compress as " + compression + "; choose a name that ends in"
                    + " .gz or .zst, or in neither");
        }
        Optional<RecordKind> first = Optional.empty();
        for (SourceFile file : files()) {
            RecordKind of = check(file);
            requireJoined(file, of, first);
            first = Optional.of(of);
        }
        kind = first.orElseThrow(() -> new FailedException("there are no files to copy records of"));
    }

    private RecordKind check(SourceFile file) throws IOException {
        try (RecordFile opened = open(file)) {
            if (opened.content() == RecordFile.Content.PARTS) {
                throw parts(file, opened.format());
            }
            if (opened.content() == RecordFile.Content.DOCUMENT) {
                throw new FailedException(file.path() + " has no records: --write makes a file of JSON objects, rows,"
                        + " mails or records of web archives; for a directory of files, give it as the only source");
            }
            return RecordKind.of(opened.format());
        }
    }

    private void requireJoined(SourceFile file, RecordKind of, Optional<RecordKind> first) throws FailedException {
        if (!of.isJoined() && files().size() > 1) {
            throw new FailedException("tables are not joined to one, because their columns may differ (" + file.path()
                    + "); give one table, or a directory as the only source");
        }
        if (first.isPresent() && first.get() != of) {
            throw new FailedException("records of several formats are not joined to one file: the format of "
                    + file.path() + " is " + of.format() + ", that of the files before it is "
                    + first.get().format() + "; give them one by one, or a directory as the only source");
        }
    }

    @Override
    long write(WorkDirectory work, Consumer<String> warnings) throws IOException {
        CopyState begun = CopyState.read(work);
        LineEnds ends = new LineEnds(begun.lineEnds());
        try (DropCursor drops = new DropCursor(work, begun.found());
                CopyFile out = new CopyFile(unfinished(), compression, piece(), begun.bytes())) {
            for (SourceFile file : files().subList(begun.file(), files().size())) {
                boolean continued = file.number() == begun.file() && begun.record() > 0;
                if (!continued) {
                    separate(out, ends);
                }
                SurvivorSink sink = new SurvivorSink(
                        drops,
                        file.number(),
                        out,
                        ends,
                        kind,
                        isGzip(compression),
                        continued ? begun.record() : 0,
                        record -> new CopyState(file.number(), record, out.endPiece(), ends.count(), drops.found())
                                .write(work));
                try (RecordFile records = open(file)) {
                    Optional<String> damage = records.copy(sink, out.isEmpty());
                    damage.ifPresent(why -> warnings.accept(file.path() + " breaks off: " + why));
                }
            }
            out.finish();
            return drops.found();
        }
    }

    /** Ends the last record, so that the next one starts its own line. */
    private void separate(CopyFile out, LineEnds ends) throws IOException {
        while (ends.count() < kind.ends()) {
            out.write(kind.lineEnd(), 0, kind.lineEnd().length);
            ends.add(kind.lineEnd(), 0, kind.lineEnd().length);
        }
    }
}
