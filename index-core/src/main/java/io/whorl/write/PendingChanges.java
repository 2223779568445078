package io.whorl.write;

import io.whorl.assembly.SegmentAssembler;
import io.whorl.log.CommitBuffer;
import io.whorl.log.LogSink;
import io.whorl.scheme.Scheme;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * What was added and deleted since the last commit: in heap, encoded as the log takes it, while it is little; past what
 * an empty live tier is to hold, {@link DirectSegment} on its way into a segment. Guarded by its writer's lock until
 * the commit thread has taken it.
 */
final class PendingChanges implements Closeable {
    /** In place of a document's number on its way straight into a segment: it is deleted, or in the buffer. */
    private static final int DELETED = -1;

    private static final int BUFFERED = -2;
    /** Bytes of operations in heap; deletions have neither postings nor documents. */
    private static final long MOST_BUFFERED = 256L << 20;

    private final Scheme scheme;
    private final WriterOptions options;
    private final Path scratch;
    private final WorkerThread spools;
    /** The last word on each id: the number of its document, {@link #BUFFERED} or {@link #DELETED}. */
    private final Map<String, Integer> latest = new HashMap<>();

    private CommitBuffer buffer;
    /** Read by anyone, as a hint. */
    private volatile Optional<DirectSegment> straight = Optional.empty();

    private Optional<Exception> failure = Optional.empty();
    private int added;
    private long held;
    /** Of the commit that will hold all this. */
    private CompletableFuture<Long> done = new CompletableFuture<>();
    /** Whether the commit thread has been asked to take it. */
    boolean asked;

    /** @param spools as {@link DirectSegment} */
    PendingChanges(Scheme scheme, WriterOptions options, Path scratch, WorkerThread spools) {
        this.scheme = scheme;
        this.options = options;
        this.scratch = scratch;
        this.spools = spools;
        buffer = new CommitBuffer(scheme.hashing().bits(), scheme.frequencies());
    }

    /** Whether a document of this id is there for it: empty if nothing is said of the id. */
    Optional<Boolean> holds(String id) {
        return Optional.ofNullable(latest.get(id)).map(number -> number != DELETED);
    }

    /** Whether it goes straight into a segment, and takes minutiae as they were selected; once it does, it stays so. */
    boolean isStraight() {
        return straight.isPresent();
    }

    /** Adds a document, whose minutiae are distinct unless this {@link #isStraight}. */
    void add(String id, PreparedDocument p) throws IOException {
        makeRoom(1, p.minutiae().length, p.held());
        if (straight.isPresent()) {
            spool(id, p);
        } else {
            buffer.add(p.id(), p.words(), p.extra(), p.minutiae(), p.frequencies(), p.minutiae().length);
            latest.put(id, BUFFERED);
        }
        added++;
        held += p.held();
    }

    void delete(String id, byte[] idBytes) throws IOException {
        makeRoom(0, 0, 0);
        if (straight.isEmpty()) {
            buffer.delete(idBytes);
        }
        replaced(latest.put(id, DELETED));
    }

    /** Comes before the commit: what is there goes all to the log or all to the assembler. */
    void settle() throws IOException {
        makeRoom(0, 0, 0);
        if (straight.isPresent()) {
            try {
                straight.get().settle();
            } catch (IOException | RuntimeException e) {
                failure = Optional.of(e);
                throw e;
            }
        }
    }

    private void makeRoom(int documents, int postings, long bytes) throws IOException {
        if (failure.isPresent()) {
            throw new IOException(
                    "what was added since the last commit cannot be kept, so nothing is added to it until then: "
                            + failure.get().getMessage(),
                    failure.get());
        }
        if (straight.isEmpty()
                && (added + documents > options.liveDocuments() / 2
                        || buffer.postings() + postings > options.directPostings()
                        || held + bytes > options.limits().bytes()
                        || buffer.bytes() > MOST_BUFFERED)) {
            straight = Optional.of(new DirectSegment(scheme, options, scratch, spools));
            buffer.read(new Spool(this, Set.of()));
            buffer.clear();
        }
    }

    private void spool(String id, PreparedDocument p) throws IOException {
        try {
            replaced(latest.put(id, straight.orElseThrow().add(p)));
        } catch (IOException | RuntimeException e) {
            failure = Optional.of(e);
            throw e;
        }
    }

    private void replaced(Integer number) {
        if (number != null && number >= 0) {
            straight.orElseThrow().leaveOut(number);
        }
    }

    /** Completed once all this is committed, or cannot be. */
    CompletableFuture<Long> done() {
        return done;
    }

    /** Keeps all this for the next call that asks for a commit; returns the result for the calls that asked so far. */
    CompletableFuture<Long> postpone() {
        CompletableFuture<Long> before = done;
        done = new CompletableFuture<>();
        asked = false;
        return before;
    }

    boolean isEmpty() {
        return latest.isEmpty();
    }

    /** What makes it a segment; empty if it is little and goes to the log. */
    Optional<SegmentAssembler> assembler() {
        return straight.map(DirectSegment::assembler);
    }

    CommitBuffer buffer() {
        return buffer;
    }

    /** Documents added, replaced ones too. */
    int added() {
        return added;
    }

    /** Bytes of the ids and extras of the documents added. */
    long held() {
        return held;
    }

    /** Every id that was added or deleted. */
    Set<String> ids() {
        return latest.keySet();
    }

    /** Puts back, before all this, what could not be committed. */
    void putBack(PendingChanges earlier) throws IOException {
        if (straight.isPresent()) {
            earlier.buffer.read(new Spool(this, Set.copyOf(latest.keySet())));
        } else {
            earlier.buffer.append(buffer);
            buffer = earlier.buffer;
            earlier.latest.forEach(latest::putIfAbsent);
        }
        added += earlier.added;
        held += earlier.held;
    }

    /** From a buffer straight on: everything but what is said of some ids. */
    private record Spool(PendingChanges to, Set<String> but) implements LogSink {
        @Override
        public void add(byte[] id, long words, byte[] extra, long[] minutiae, int[] frequencies, int n)
                throws IOException {
            String text = new String(id, StandardCharsets.UTF_8);
            if (!but.contains(text)) {
                // Its arrays are those of the next document too.
                int[] each = Arrays.copyOf(frequencies, Math.min(frequencies.length, n));
                to.spool(
                        text,
                        new PreparedDocument(id.clone(), words, extra.clone(), Arrays.copyOf(minutiae, n), each, true));
            }
        }

        @Override
        public void delete(byte[] id) {
            String text = new String(id, StandardCharsets.UTF_8);
            if (!but.contains(text)) {
                to.replaced(to.latest.put(text, DELETED));
            }
        }

        @Override
        public void commit(long sequence) {}
    }

    @Override
    public void close() throws IOException {
        if (straight.isPresent()) {
            straight.get().close();
        }
    }
}
