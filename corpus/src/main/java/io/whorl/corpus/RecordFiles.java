package io.whorl.corpus;

import io.whorl.corpus.ListedFile.DocumentNames;
import io.whorl.corpus.internal.container.ContainerFormats;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Opens the files of sources to copy their records, for example all that are not superfluous. The files and the numbers
 * of the records are those that a {@link CorpusReader} with the same options reads. Thread-safe.
 */
public final class RecordFiles {
    private final ReaderOptions options;
    private final FormatRegistry formats;

    /**
     * Creates an opener.
     *
     * @param options how the sources are read
     */
    public RecordFiles(ReaderOptions options) {
        this.options = Objects.requireNonNull(options, "options");
        formats = FormatRegistry.load(options);
    }

    /**
     * Lists the files of a source in the order in which a {@link CorpusReader} reads them. Unreadable directories are
     * left out, as by the reader.
     *
     * @param source a file or a directory
     * @return the file, or all files below the directory
     * @throws IOException if the directory cannot be read
     */
    public static List<Path> list(Path source) throws IOException {
        return Files.isDirectory(source)
                ? ListedFile.of(source, (id, file) -> file, (file, unreadable) -> {})
                : List.of(source);
    }

    /**
     * Opens a file.
     *
     * @param file a regular file
     * @return to be closed
     * @throws IOException if it cannot be read
     */
    public RecordFile open(Path file) throws IOException {
        return new RecordFile(file, options, formats);
    }

    /**
     * Returns the compression that the name of a file claims.
     *
     * @param file a path
     * @return {@code gzip}, {@code bzip2}, {@code xz}, {@code zstd}; or empty
     */
    public static String compression(Path file) {
        return ContainerFormats.claimedCompression(DocumentNames.file(file)).orElse("");
    }

    /**
     * Compresses an output. Equal bytes become equal compressed bytes.
     *
     * @param compression {@code gzip}, {@code zstd}, or empty for none
     * @param out receives the compressed bytes; closed with the result
     * @return the stream to write to; empty if Whorl does not write this compression
     * @throws IOException if the beginning cannot be written
     */
    public static Optional<OutputStream> compressing(String compression, OutputStream out) throws IOException {
        return compression.isEmpty() ? Optional.of(out) : ContainerFormats.compressing(compression, out);
    }
}
