package io.whorl.write;

import io.whorl.bulk.RefusedDocument;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * Changes an index beside its readers. What is added or deleted is seen, and is durable, once {@link #commit} has
 * returned; before it, neither. Any number of threads may call any method; one writer holds an index at a time, in
 * whatever process.
 *
 * <p>Small commits go to a write-ahead log. Where Chronicle Map can run, they also go to a map, from which the writer's
 * own snapshots answer several times faster after each commit; {@link WriterOptions#liveMap} says whether it is tried,
 * demanded or left out. Nothing else depends on that library or on flags of the JVM. Sealing the live tier to segments,
 * and merging these, goes on in the background. Commits and seals that would make a segment wait while there are as
 * many as the merge factor allows, so the number of segments stays logarithmic. Where merging fails, its segments are
 * set aside and the others are merged on; {@link #health} and the listener of {@link MergeOptions} tell of it.
 *
 * <p>An error that leaves it unsure what is on disk ({@link io.whorl.LogFailedException}) ends the writer: every later
 * call throws it. Close it and open another; what was committed is there.
 */
public sealed interface IndexWriter extends AutoCloseable permits DefaultIndexWriter {
    /**
     * Opens an index for changing it.
     *
     * @throws io.whorl.NotAnIndexException if there is none
     * @throws io.whorl.IndexLockedException if another writer holds it
     * @throws io.whorl.CorruptIndexException if a file is damaged
     * @throws io.whorl.LiveTierUnavailableException if the options demand a Chronicle Map, and it cannot run
     */
    static IndexWriter open(Path index, WriterOptions options) throws IOException {
        return DefaultIndexWriter.open(index, options);
    }

    /**
     * Makes an index without documents, and opens it.
     *
     * @throws io.whorl.IndexExistsException if something stands at the path already
     * @throws io.whorl.InvalidSchemeException if the scheme cannot be carried out
     * @throws io.whorl.LiveTierUnavailableException if the options demand a Chronicle Map, and it cannot run
     */
    static IndexWriter create(Path index, Scheme scheme, WriterOptions options) throws IOException {
        return DefaultIndexWriter.create(index, scheme, options);
    }

    Scheme scheme();

    /**
     * Adds a document, in place of the one of the same id if there is one; fingerprinted on the calling thread.
     *
     * @param id 1 to 65,535 bytes of UTF-8
     * @param utf8 malformed bytes are read as U+FFFD
     * @throws io.whorl.LimitExceededException if the document needs more memory to be fingerprinted than half of
     *     {@link WriterOptions#memory}; it is not added, and others can be
     */
    void add(String id, byte[] utf8) throws IOException;

    /** The same with the text as a string. */
    default void add(String id, String text) throws IOException {
        add(id, text.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Adds documents, fingerprinted on the writer's threads, as if {@link #add} were called for one after the other.
     * They are taken as there is room for them, so there may be more than memory holds.
     *
     * @return how many were added; if one cannot be, those before it are
     */
    long addAll(Iterable<NewDocument> documents) throws IOException;

    /**
     * The same, where documents that cannot be fingerprinted in the memory given are left out.
     *
     * @param refused is called with each of them, on any thread, one at a time; an exception that it throws ends the
     *     call
     * @return how many were added
     */
    long addAll(Iterable<NewDocument> documents, Consumer<RefusedDocument> refused) throws IOException;

    /**
     * Adds a document in place of the one of the same id.
     *
     * @return whether there was one, among what is committed and what is added since; it is added in any case
     */
    boolean update(String id, byte[] utf8) throws IOException;

    /** The same with the text as a string. */
    default boolean update(String id, String text) throws IOException {
        return update(id, text.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Deletes a document.
     *
     * @return whether there was one, among what is committed and what is added since
     */
    boolean delete(String id) throws IOException;

    /**
     * Makes durable, and visible to new snapshots, whatever any thread added or deleted before this call. Threads that
     * commit at once share one write and one wait for the disk. An interrupt is kept for later.
     *
     * @return the number of the commit, one more than of the last that changed something
     * @throws IOException if the disk refuses, being full for example: nothing of it is committed then; what was added
     *     is kept and goes with the next commit, unless it was so much that it was written straight as a segment (the
     *     message says so): then it must be added again
     * @throws io.whorl.MergesFailingException if merging fails and there are four times as many segments as there
     *     should be: nothing is committed, and all that was added is kept
     */
    long commit() throws IOException;

    /**
     * The index as of the last commit.
     *
     * <p>A writer without a Chronicle Map reads its log for this from the start; {@link Snapshot#refresh} of the
     * snapshot before reads on from there, so it is the faster way to the next one.
     *
     * @throws java.io.UncheckedIOException if the writer has no Chronicle Map, and its files cannot be read
     */
    Snapshot snapshot();

    /**
     * Seals the documents of the live tier now, and waits for it. Uncommitted documents are not concerned.
     *
     * @throws io.whorl.MergesFailingException as {@link #commit}
     */
    void seal() throws IOException;

    /**
     * Waits until the segments that are there now are merged as they should be. It does not wait for segments that
     * other threads seal meanwhile. For a process that writes occasionally and exits: a merge that is under way at
     * {@link #close} is called off. Segments that were set aside are tried again.
     *
     * @throws IOException the first failure, once the other segments are merged
     * @throws io.whorl.CorruptIndexException if that is a damaged segment
     */
    void awaitMerges() throws IOException;

    /**
     * Seals, then merges all segments to one without dead documents, and waits for that one merge. Other threads may go
     * on; segments that they seal during the merge are not part of it.
     *
     * @throws IOException if the merge fails; the segments stay as they are
     * @throws io.whorl.CorruptIndexException if a segment is damaged
     */
    void forceMerge() throws IOException;

    /**
     * The state of the background work now. It can be asked for at any time, also after {@link #close} or a failure.
     */
    WriterHealth health();

    /**
     * Stops. Uncommitted changes are dropped; commits that wait for merges are carried out. Snapshots go on; the next
     * writer begins unfinished merges anew.
     */
    @Override
    void close() throws IOException;
}
