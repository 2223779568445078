package io.whorl.corpus;

import io.whorl.corpus.format.Skipped;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The documents of some sources, one after another, in an order that depends on the sources alone. One thread, but
 * {@link #bytesRead} and {@link #bytesTotal} may be asked from any.
 *
 * <p>A source is a file or a directory: each regular file in it, at any depth, by the UTF-8 bytes of their paths; links
 * are followed except where they lead back into their own parents. What a file is, its first bytes decide, its name
 * only where they cannot; and so on for what is in it:
 *
 * <ul>
 *   <li>compressions: gzip, bzip2, xz, zstd, to the end of the last stream in the file;
 *   <li>archives: tar, also several one after another, and zip: their regular members, in the order they lie there;
 *       links, directories and devices are not documents. A zip file without its directory (cut off), or in another
 *       archive, is read by the headers before each member;
 *   <li>dumps: JSON lines, arrays of objects and objects one after another: a document an object, numbers allowed as
 *       ids, lone surrogates and malformed UTF-8 replaced by U+FFFD; CSV and TSV whose first row names the text's
 *       column: a document a row; and those of {@link io.whorl.corpus.record.RecordFormats};
 *   <li>formats of a program's own ({@link io.whorl.corpus.format.FormatProvider}), which are asked first;
 *   <li>anything else is one document, reduced to its text if it is of a format that
 *       {@link io.whorl.corpus.text.TextFormats} knows, else as it stands.
 * </ul>
 *
 * <p>Ids follow DEFINITIONS (Identifiers and sources); a record keeps the id it has. A member of an archive that itself
 * lies in a directory or an archive is called {@code archive!member}; a compressed file is called what it was before; a
 * row or object without an id {@code table:row}, lines or objects counted from 1. Ids are never used as paths, so a
 * member may be called {@code ../../x}. Ids may repeat.
 *
 * <p>What cannot be read is told to {@code skipped}, once, and passed over. A damaged archive or stream gives the
 * documents before the damage, one {@link Skipped.Reason#DAMAGED} with the place of the innermost archive that cannot
 * be read on, and reading goes on behind that; a document of which only a part could be read is not delivered. A zip
 * file's members are independent: only the damaged ones are missing, each reported. A file whose name promises an
 * archive or compression that its bytes do not hold is damaged, not a text. The checksum of a gzip stream stands at its
 * end: where it does not match, documents already delivered may be wrong.
 *
 * <p>Nothing is believed that a source says of itself. Archives in one another deeper than
 * {@link CorpusOptions#maxDepth} are passed over, and a file of which more than {@link CorpusOptions#maxExpansion}
 * times its bytes and a GiB is made, at all levels together, is given up there, which is damage like another.
 *
 * <p>One thread reads ahead, others reduce documents to text ({@link CorpusOptions#threads}); they begin with the first
 * {@link #next} and end with {@link #close}. Memory: a few buffers, 16 MiB or the largest document on their way, and a
 * small multiple of the document limit for each document being read or reduced, whatever the sources hold; and the list
 * of names of the directory or zip being read.
 */
public interface CorpusReader extends Closeable {
    /**
     * @param sources files and directories, read in this order
     * @param skipped told of every document passed over, between the documents it stood between, by the thread that
     *     calls {@link #next}; what it throws comes out of there
     * @throws java.nio.file.NoSuchFileException if a source does not exist; all are looked at before any is read
     */
    static CorpusReader open(List<Path> sources, CorpusOptions options, Consumer<Skipped> skipped) throws IOException {
        Objects.requireNonNull(options, "options");
        Objects.requireNonNull(skipped, "skipped");
        return new EngineReader(Sources.of(sources), options, Formats.load(options), skipped);
    }

    /**
     * Reads one stream, such as standard input, as a file of these bytes is read.
     *
     * @param name the id of the stream if it is one document; names the records in it that have no ids
     * @param in closed with the reader, or before, on another thread
     * @param skipped as for {@link #open}
     */
    static CorpusReader ofStream(String name, InputStream in, CorpusOptions options, Consumer<Skipped> skipped) {
        Objects.requireNonNull(options, "options");
        Objects.requireNonNull(skipped, "skipped");
        return new EngineReader(Sources.of(name, in), options, Formats.load(options), skipped);
    }

    /**
     * The next document, or nothing at the end of the last source.
     *
     * @throws java.nio.channels.ClosedByInterruptException if the thread was interrupted
     * @throws IllegalStateException if the reader is closed
     */
    Optional<Document> next() throws IOException;

    /** Bytes of the sources, as they lie on disk, read or passed over up to the last document; for a progress bar. */
    long bytesRead();

    /** Bytes of the sources on disk, as far as known at the start; for a progress bar. */
    long bytesTotal();
}
