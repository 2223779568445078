package io.whorl.bulk;

import io.whorl.build.BulkBuilder;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Builds an index in bulk: fingerprints documents in parallel, sorts their postings, and writes one sealed segment. The
 * bytes of the index depend on the documents and the scheme alone. The order of {@link #add} only decides which of two
 * documents with one id is kept, as {@link BuildOptions#repeatedIds} says. The path does not look like an index until
 * {@link #finish} returns. Closing without finishing removes what was written. One thread at a time.
 */
public final class IndexBuilder implements AutoCloseable {
    private final BulkBuilder builder;

    private IndexBuilder(BulkBuilder builder) {
        this.builder = builder;
    }

    /**
     * Starts a build.
     *
     * @throws io.whorl.RefusedException if the path exists and the options do not replace an index there; if another
     *     process writes there; if this one may not
     * @throws io.whorl.SchemeException if the scheme cannot be used, for example because its plug-in is missing
     */
    public static IndexBuilder create(Path index, Scheme scheme, BuildOptions options) throws IOException {
        return create(index, scheme, options, document -> {});
    }

    /**
     * Starts a build with a listener for documents that are left out because they cannot be fingerprinted in the given
     * memory. They do not end the build; {@link BuildReport#refused} counts them.
     *
     * @param refused is called on any thread, one at a time, before {@link #finish} returns; an exception that it
     *     throws ends the build
     * @throws io.whorl.RefusedException if the path exists and the options do not replace an index there; if another
     *     process writes there
     * @throws io.whorl.SchemeException if the scheme cannot be used, for example because its plug-in is missing
     */
    public static IndexBuilder create(
            Path index, Scheme scheme, BuildOptions options, Consumer<RefusedDocument> refused) throws IOException {
        Objects.requireNonNull(index, "index");
        Objects.requireNonNull(scheme, "scheme");
        Objects.requireNonNull(options, "options");
        Objects.requireNonNull(refused, "refused");
        return new IndexBuilder(BulkBuilder.create(index, scheme, options, refused));
    }

    /**
     * Adds a document. Another thread fingerprints it; this call blocks while too much text is queued.
     *
     * @param id 1 to 65,535 bytes of UTF-8
     * @param utf8 the text; must not change until the builder is finished or closed; malformed bytes are read as U+FFFD
     *     and counted
     */
    public void add(String id, byte[] utf8) throws IOException {
        add(id, utf8, Optional.empty());
    }

    /**
     * Adds a document with its date, if it has one. The index stores dates only if a document has one.
     *
     * @param date in the years 1 to 9999; parts of a millisecond are cut off
     */
    public void add(String id, byte[] utf8, Optional<Instant> date) throws IOException {
        builder.add(id, utf8, date);
    }

    /** Adds a document whose text is a string. */
    public void add(String id, String text) throws IOException {
        add(id, text.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Writes the index and publishes it at the path in one step. When this method returns, the index is on disk and
     * survives a power loss.
     */
    public BuildReport finish() throws IOException {
        return finish(report -> {});
    }

    /**
     * Writes the index, and publishes it at the path in one step if the check accepts it.
     *
     * @param check is called before the index is published. An exception that it throws ends the build: the path is as
     *     it was before. The size in its report is that of the segment alone
     */
    public BuildReport finish(Consumer<BuildReport> check) throws IOException {
        Objects.requireNonNull(check, "check");
        return builder.finish(check);
    }

    /** Ends the build. Removes what was written unless {@link #finish} returned. */
    @Override
    public void close() throws IOException {
        builder.close();
    }
}
