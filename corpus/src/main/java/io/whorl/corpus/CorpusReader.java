package io.whorl.corpus;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The documents of some sources, one after another, in an order that depends on the sources alone: files, directories
 * (recursive), tar, tar.gz, zip, and JSONL plain, .gz or .zst. Memory is bounded by the document limit. One thread.
 */
public interface CorpusReader extends Closeable {
    /**
     * @param sources files and directories, read in this order
     * @param skipped told of every document passed over, on the reading thread
     * @throws java.nio.file.NoSuchFileException if a source does not exist; all are looked at before any is read
     */
    static CorpusReader open(List<Path> sources, CorpusOptions options, Consumer<Skipped> skipped) throws IOException {
        throw new IllegalStateException("written by the corpus module's author");
    }

    /** The next document, or nothing at the end of the last source. */
    Optional<Document> next() throws IOException;

    /** Bytes of the sources, as they lie on disk, read so far; for a progress bar. */
    long bytesRead();

    /** Bytes of the sources on disk, as far as known at the start; for a progress bar. */
    long bytesTotal();
}
