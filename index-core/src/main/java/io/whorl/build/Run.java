package io.whorl.build;

import io.whorl.CorruptIndexException;
import io.whorl.store.Segment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** A finished run: its segment and its notes. Immutable and thread-safe. It need not be closed. */
record Run(Segment segment, RunNotes notes, long bytes) {
    static Path segment(Path directory, int number) {
        return directory.resolve(String.format(Locale.ROOT, "run-%06d.whs", number));
    }

    static Path notes(Path segment) {
        String name = segment.getFileName().toString();
        return segment.resolveSibling(name.substring(0, name.length() - "whs".length()) + "notes");
    }

    /** Creates a temporary file. The next writer recognises it by its name and removes it. */
    static Path temporary(Path directory) throws IOException {
        return Files.createTempFile(directory, "spill-", ".tmp");
    }

    /** @param segment as returned by {@link #segment(Path, int)} */
    static Run open(Path segment) throws IOException {
        Path notes = notes(segment);
        return open(Segment.open(segment), notes);
    }

    private static Run open(Segment segment, Path notes) throws IOException {
        RunNotes read = RunNotes.open(notes);
        if (read.counts().documents() != segment.counts().documents()) {
            throw new CorruptIndexException(
                    notes,
                    24,
                    "it describes " + read.counts().documents() + " documents, but "
                            + segment.file().getFileName() + " has "
                            + segment.counts().documents());
        }
        return new Run(segment, read, segment.length() + Files.size(notes));
    }

    /** Opens a run for this process alone, and unlinks its files. */
    static Run openPrivate(Path segment, Path notes) throws IOException {
        try {
            return open(Segment.openPrivate(segment), notes);
        } finally {
            Files.deleteIfExists(notes);
        }
    }

    /** Writes the collected documents as a run. If this fails, its files are deleted. */
    static RunBuilder.Report write(RunAccumulator intake, boolean digests, Path segment, Path notes)
            throws IOException {
        intake.drain();
        DocumentOrder order = intake.order(true);
        RunNotes.Counts counts = new RunNotes.Counts(
                digests,
                intake.documents(),
                order.count(),
                order.repeatedIds(),
                intake.malformed(),
                intake.textBytes());
        return NewFile.write(segment, () -> {
            intake.write(segment, order);
            return NewFile.write(notes, () -> {
                RunNotes.write(notes, order, counts);
                return new RunBuilder.Report(
                        counts.arrived(),
                        counts.documents(),
                        counts.repeatedIds(),
                        order.tooShort(),
                        counts.malformed(),
                        counts.textBytes(),
                        Files.size(segment) + Files.size(notes));
            });
        });
    }
}
