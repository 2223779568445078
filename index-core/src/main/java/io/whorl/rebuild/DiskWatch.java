package io.whorl.rebuild;

import io.whorl.NotEnoughDiskException;
import io.whorl.scheme.Chunking;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.Selection;
import io.whorl.store.IndexFiles;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * Stops a rebuild while there is still room for what it has finished, and for the one step that makes something of it.
 * One thread.
 */
final class DiskWatch {
    /** Left free for whoever else writes there; a log's commit must not fail for a rebuild's sake. */
    static final long RESERVE = 64L << 20;
    /** What is added between two looks; a look costs microseconds. */
    private static final long LOOK_BYTES = 16L << 20;
    /** Bytes of English text to a unit. */
    private static final int WORD = 6;
    private static final int SENTENCE = 120;
    private static final int PARAGRAPH = 600;
    /** Bytes a posting in the smallest indexes known, where most minutiae are shared. */
    private static final double POSTING = 2.5;

    private final Path index;
    private long finished;
    private long peak;
    private long unlooked;

    DiskWatch(Path index) {
        this.index = index;
    }

    /**
     * The least that a rebuild of so much text needs beside the old index: its runs, and the segment made of them.
     *
     * @return bytes; 0 where it cannot be told
     */
    static long least(Scheme scheme, long text) {
        Chunking chunking = scheme.chunking();
        int unit = switch (chunking.unit()) {
            case WORD -> WORD;
            case SENTENCE -> SENTENCE;
            case PARAGRAPH -> PARAGRAPH;
            case CHAR -> 1;
        };
        return (long) (2 * POSTING * text / unit / chunking.step() * density(scheme.selection()));
    }

    /** The share of chunks that a strategy keeps of ordinary text; 0 where it cannot be told from its parameters. */
    private static double density(Selection selection) {
        return switch (selection.name()) {
            case "full" -> 1;
            case "mod" -> 1.0 / Long.parseLong(selection.parameters().getOrDefault("m", "25"));
            default -> 0;
        };
    }

    /** @throws NotEnoughDiskException if the file system has less room than this, and the reserve */
    void require(long bytes, String what) throws IOException {
        long usable = Files.getFileStore(index).getUsableSpace();
        if (usable < bytes + RESERVE) {
            throw new NotEnoughDiskException(index, bytes + RESERVE, usable, what);
        }
    }

    /** So much text was added. */
    void added(long bytes) throws IOException {
        unlooked += bytes;
        if (unlooked >= LOOK_BYTES) {
            unlooked = 0;
            look();
        }
    }

    /** A step is finished; looks at what there is now. */
    void look() throws IOException {
        finished = bytes();
        peak = Math.max(peak, finished);
        require(finished, "for the segment that is to be made of what was read so far");
    }

    /** The most bytes that lay in the rebuild's directory when it was looked at. */
    long peak() throws IOException {
        peak = Math.max(peak, bytes());
        return peak;
    }

    private long bytes() throws IOException {
        long bytes = 0;
        Path directory = IndexFiles.rebuild(index);
        if (!Files.isDirectory(directory)) {
            return 0;
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
            for (Path file : files) {
                bytes += size(file);
            }
        }
        return bytes;
    }

    private static long size(Path file) throws IOException {
        try {
            return Files.size(file);
        } catch (NoSuchFileException scratchThatIsUnlinked) {
            return 0;
        }
    }
}
