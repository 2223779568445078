package io.whorl.bulk;

import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * Builds an index in bulk: fingerprints in parallel, sorts, and writes one sealed segment front to back. The order of
 * {@link #add} decides only which of two documents of one id stays (the first); the index's bytes depend on the
 * documents and the scheme alone. Nothing at the index's path looks like an index until {@link #finish} returns;
 * closing without finishing removes what was written. One thread at a time.
 */
public interface IndexBuilder extends AutoCloseable {
    /**
     * @throws io.whorl.IndexExistsException if the path holds something and the options do not say to replace it
     * @throws io.whorl.IndexLockedException if another process is building there
     * @throws io.whorl.InvalidSchemeException if the scheme cannot be carried out
     */
    static IndexBuilder create(Path index, Scheme scheme, BuildOptions options) throws IOException {
        return create(index, scheme, options, document -> {});
    }

    /**
     * The same, with a listener for documents that are left out because they cannot be fingerprinted in the memory
     * given. They do not end the build; {@link BuildReport#refused} counts them.
     *
     * @param refused is called on any thread, one at a time, before {@link #finish} returns; an exception that it
     *     throws ends the build
     */
    static IndexBuilder create(Path index, Scheme scheme, BuildOptions options, Consumer<RefusedDocument> refused)
            throws IOException {
        return BulkBuilder.create(index, scheme, options, refused);
    }

    /**
     * Adds a document; it is fingerprinted on another thread, and this call waits while too much is waiting.
     *
     * @param id 1 to 65,535 bytes of UTF-8
     * @param utf8 the text, not changed by anyone until the builder is finished or closed; malformed bytes are read as
     *     U+FFFD and counted
     */
    void add(String id, byte[] utf8) throws IOException;

    /** Writes the index and makes it the one at the path, in one step. */
    BuildReport finish() throws IOException;

    /** Stops, and removes whatever was written, unless {@link #finish} returned. */
    @Override
    void close() throws IOException;
}
