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

/** One file with the surviving records of all files, compressed as its name says. */
final class FileTarget extends Target {
    private static final int BUFFER = 1 << 16;

    private final String compression;

    FileTarget(Path path, List<SourceFile> files, RecordFiles records) throws IOException {
        super(path, files, records);
        compression = RecordFiles.compression(path);
        if (RecordFiles.compressing(compression, OutputStream.nullOutputStream())
                .isEmpty()) {
            throw new FailedException("--write does not compress as " + compression + "; choose a name that ends in"
                    + " .gz or .zst, or in neither");
        }
        for (SourceFile file : files) {
            check(file, files.size());
        }
    }

    private void check(SourceFile file, int all) throws IOException {
        try (RecordFile opened = open(file)) {
            if (opened.content() == RecordFile.Content.PARTS) {
                throw parts(file, opened.format());
            }
            if (opened.content() == RecordFile.Content.DOCUMENT) {
                throw new FailedException(file.path() + " has no records: --write makes a file of JSON objects or of"
                        + " rows; for a directory of files, give it as the only source");
            }
            if (!opened.format().equals("json") && all > 1) {
                throw new FailedException("tables are not joined to one, because their columns may differ ("
                        + file.path() + "); give one table, or a directory as the only source");
            }
        }
    }

    @Override
    long write(WorkDirectory work, Consumer<String> warnings) throws IOException {
        try (DropCursor drops = new DropCursor(work);
                OutputStream bytes = new BufferedOutputStream(Files.newOutputStream(unfinished()), BUFFER);
                OutputStream out = RecordFiles.compressing(compression, bytes).orElseThrow()) {
            Lines lines = new Lines(out);
            for (SourceFile file : files()) {
                lines.end();
                try (RecordFile records = open(file)) {
                    Optional<String> damage = records.copy(keeps(drops, file), lines, lines.isEmpty());
                    damage.ifPresent(why -> warnings.accept(file.path() + " breaks off: " + why));
                }
            }
            out.close();
            force(unfinished());
            return drops.found();
        }
    }

    /** Remembers whether the last line has ended. */
    private static final class Lines extends OutputStream {
        private final OutputStream out;
        private boolean empty = true;
        private int last = '\n';

        Lines(OutputStream out) {
            this.out = out;
        }

        boolean isEmpty() {
            return empty;
        }

        /** Ends the last line, so that the next record starts its own. */
        void end() throws IOException {
            if (last != '\n') {
                write('\n');
            }
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            out.write(bytes, from, length);
            if (length > 0) {
                empty = false;
                last = bytes[from + length - 1];
            }
        }
    }
}
