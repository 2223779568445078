package io.whorl.corpus;

import io.whorl.corpus.format.Skipped;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The documents of some sources, one after another, in an order that depends on the sources alone. One thread, but
 * {@link #bytesRead} and {@link #bytesTotal} may be asked from any.
 *
 * <p>What a source is, its first bytes decide, its name only where they cannot:
 * <ul>
 *   <li>a directory: each regular file in it, at any depth, is one document as it stands, archives too; links are
 *       followed except where they lead back into their own parents; order: by the UTF-8 bytes of the id;
 *   <li>tar, bare or in gzip or zstd, also several one after another: the regular members, in order; links, directories
 *       and devices are not documents;
 *   <li>zip: the members in the order they lie in the file; without its directory (cut off), those before the damage;
 *   <li>JSONL ({@code .jsonl} or {@code .ndjson}), bare or in gzip or zstd: a document a line, numbers allowed as
 *       ids, lone surrogates and malformed UTF-8 replaced by U+FFFD, blank lines passed over;
 *   <li>any other file, bare or in gzip or zstd: one document, its id the file name without {@code .gz} or
 *       {@code .zst}.
 * </ul>
 *
 * <p>Ids follow DEFINITIONS (Identifiers and sources). They are never used as paths, so a member may be called
 * {@code ../../x}. Ids may repeat.
 *
 * <p>What cannot be read is told to {@code skipped} and passed over. A damaged archive or stream gives the documents
 * before the damage, one {@link Skipped.Reason#DAMAGED}, and reading goes on with the next source; a document of which
 * only a part could be read is not delivered. A zip's members are independent: only the damaged ones are missing, each
 * reported. A file whose name promises an archive or compression that its bytes do not hold is damaged, not a text. The
 * checksum of a gzip stream stands at its end: where it does not match, documents already delivered may be wrong.
 *
 * <p>Memory: a few buffers and a small multiple of {@link CorpusOptions#maxDocument} whatever the sources hold, and the
 * list of names of the directory or zip being read.
 */
public interface CorpusReader extends Closeable {
    /**
     * @param sources files and directories, read in this order
     * @param skipped told of every document passed over, on the reading thread; what it throws comes out of
     *     {@link #next}
     * @throws java.nio.file.NoSuchFileException if a source does not exist; all are looked at before any is read
     */
    static CorpusReader open(List<Path> sources, CorpusOptions options, Consumer<Skipped> skipped) throws IOException {
        return SourcesReader.open(List.copyOf(sources), options, skipped);
    }

    /**
     * The next document, or nothing at the end of the last source.
     *
     * @throws java.nio.channels.ClosedByInterruptException if the thread was interrupted
     * @throws IllegalStateException if the reader is closed
     */
    Optional<Document> next() throws IOException;

    /** Bytes of the sources, as they lie on disk, read or passed over so far; for a progress bar. */
    long bytesRead();

    /** Bytes of the sources on disk, as far as known at the start; for a progress bar. */
    long bytesTotal();
}
