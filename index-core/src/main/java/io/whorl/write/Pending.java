package io.whorl.write;

import io.whorl.build.SegmentAssembler;
import io.whorl.log.CommitBuffer;
import io.whorl.log.LogSink;
import io.whorl.scheme.Scheme;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * What was added and deleted since the last commit: in heap, encoded as the log takes it, while it is little; past the
 * limits spooled on its way into a segment. Guarded by its writer's lock until the commit thread has taken it.
 */
final class Pending implements Closeable {
    /** In place of a document's number: it is deleted. */
    private static final int DELETED = -1;
    /** Bytes of operations in heap; ids and sketches have no postings. */
    private static final long MOST_BUFFERED = 256L << 20;

    private final Scheme scheme;
    private final WriterOptions options;
    private final Path scratch;
    /** The last word on each id: the number of its document, or {@link #DELETED}. */
    private final Map<String, Integer> latest = new HashMap<>();
    private CommitBuffer buffer;
    private Optional<SegmentAssembler> assembler = Optional.empty();
    /** Why the assembler cannot be filled any more. */
    private Optional<IOException> failure = Optional.empty();
    private int added;
    /** Of the commit that will hold all this. */
    final CompletableFuture<Long> done = new CompletableFuture<>();
    /** Whether the commit thread has been asked to take it. */
    boolean asked;

    Pending(Scheme scheme, WriterOptions options, Path scratch) {
        this.scheme = scheme;
        this.options = options;
        this.scratch = scratch;
        buffer = new CommitBuffer(scheme.hashing().bits(), scheme.frequencies());
    }

    /** Whether a document of this id is there for it: empty if nothing is said of the id. */
    Optional<Boolean> holds(String id) {
        return Optional.ofNullable(latest.get(id)).map(number -> number != DELETED);
    }

    void add(String id, Prepared p) throws IOException {
        if (assembler.isEmpty() && (buffer.postings() + p.minutiae().length > options.straightPostings()
                || added >= options.liveDocuments() / 2 || buffer.bytes() > MOST_BUFFERED)) {
            goStraight();
        }
        if (assembler.isPresent()) {
            replaced(latest.put(id, spool(p)));
        } else {
            buffer.add(p.id(), p.words(), p.extra(), p.minutiae(), p.frequencies(), p.minutiae().length);
            latest.put(id, added);
        }
        added++;
    }

    private int spool(Prepared p) throws IOException {
        requireWhole();
        try {
            return assembler.orElseThrow().add(p.id(), p.words(), p.extra(), p.minutiae(), p.frequencies(),
                    p.minutiae().length);
        } catch (IOException e) {
            failure = Optional.of(e);
            throw e;
        }
    }

    /** @throws IOException if something that was added could not be kept */
    void requireWhole() throws IOException {
        if (failure.isPresent()) {
            throw new IOException("what was added since the last commit could not be kept: " + failure.get().getMessage()
                    + "; call commit(), which drops it, and add it again", failure.get());
        }
    }

    void delete(String id, byte[] idBytes) throws IOException {
        if (assembler.isEmpty() && buffer.bytes() > MOST_BUFFERED) {
            goStraight();
        }
        if (assembler.isPresent()) {
            requireWhole();
            replaced(latest.put(id, DELETED));
        } else {
            buffer.delete(idBytes);
            latest.put(id, DELETED);
        }
    }

    private void replaced(Integer number) {
        if (number != null && number != DELETED) {
            assembler.get().leaveOut(number);
        }
    }

    private void goStraight() throws IOException {
        SegmentAssembler made = new SegmentAssembler(scheme, options.memory(), options.threads(), scratch);
        Map<String, Integer> before = Map.copyOf(latest);
        assembler = Optional.of(made);
        latest.clear();
        try {
            buffer.read(new Respool(this, Set.of()));
        } catch (IOException e) {
            // All of it is in the buffer still.
            assembler = Optional.empty();
            latest.clear();
            latest.putAll(before);
            try (made) {
                throw e;
            }
        }
        buffer.clear();
    }

    boolean isEmpty() {
        return latest.isEmpty();
    }

    /** What makes it a segment; empty if it is little and goes to the log. */
    Optional<SegmentAssembler> assembler() {
        return assembler;
    }

    CommitBuffer buffer() {
        return buffer;
    }

    /** Documents added, replaced ones too. */
    int added() {
        return added;
    }

    /** Every id that was added or deleted. */
    Set<String> ids() {
        return latest.keySet();
    }

    /** Puts back, before all this, what could not be committed. */
    void putBack(Pending earlier) throws IOException {
        if (assembler.isPresent()) {
            earlier.buffer.read(new Respool(this, Set.copyOf(latest.keySet())));
        } else {
            earlier.buffer.append(buffer);
            buffer = earlier.buffer;
            earlier.latest.forEach((id, number) -> latest.putIfAbsent(id, number));
        }
        added += earlier.added;
    }

    /** From a buffer to the assembler: everything but what is said of some ids. */
    private record Respool(Pending to, Set<String> but) implements LogSink {
        @Override
        public void add(byte[] id, long words, byte[] extra, long[] minutiae, int[] frequencies, int n)
                throws IOException {
            String text = new String(id, StandardCharsets.UTF_8);
            if (!but.contains(text)) {
                to.replaced(to.latest.put(text,
                        to.assembler.orElseThrow().add(id, words, extra, minutiae, frequencies, n)));
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
        public void commit(long sequence) { }
    }

    @Override
    public void close() throws IOException {
        if (assembler.isPresent()) {
            assembler.get().close();
        }
    }
}
