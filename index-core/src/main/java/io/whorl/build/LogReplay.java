package io.whorl.build;

import io.whorl.CorruptIndexException;
import io.whorl.agrona.collections.Object2IntHashMap;
import io.whorl.log.LogReader;
import io.whorl.log.LogReader.LogPlace;
import io.whorl.log.LogSink;
import io.whorl.log.LoggedDocument;
import io.whorl.scheme.Scheme;
import io.whorl.store.CollectionFrequencies;
import io.whorl.store.Manifest;
import io.whorl.store.SegmentCounts;
import io.whorl.store.StoredFingerprint;
import io.whorl.store.StoredFingerprint.FingerprintEncoder;
import io.whorl.store.StoredKinds;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * Replays committed operations: makes a segment of the documents that remain, and names those that these operations
 * delete elsewhere. Replaying an operation twice is harmless, because a deleted document stays deleted. One thread at a
 * time.
 */
public final class LogReplay implements LogSink, Closeable {
    /** Bytes of heap for the replay of a log by a reader. */
    public static final long MEMORY = Math.min(64L << 20, Runtime.getRuntime().maxMemory() / 8);

    private static final int NONE = -1;

    private final Scheme scheme;
    private final StoredKinds stored;
    private final FingerprintEncoder encoder;
    private final SegmentAssembler assembler;
    private final Consumer<byte[]> elsewhere;
    private final Object2IntHashMap<String> latest = new Object2IntHashMap<>(NONE);
    private Runnable between = () -> {};
    private long commits;

    /**
     * @param stored what the segment stores of its documents
     * @param elsewhere receives the id of each document that is added or deleted and that this segment does not have
     * @param memory as for {@link SegmentAssembler}, like {@code threads} and {@code scratch}
     */
    public LogReplay(
            Scheme scheme, StoredKinds stored, Consumer<byte[]> elsewhere, long memory, int threads, Path scratch)
            throws IOException {
        this.scheme = scheme;
        this.stored = stored;
        encoder = new FingerprintEncoder(scheme.frequencies());
        assembler = new SegmentAssembler(scheme, stored, memory, threads, scratch);
        this.elsewhere = elsewhere;
    }

    /** Sets what is called often between short steps, such as to wait. Without it, nothing is. */
    public void between(Runnable value) {
        between = value;
        assembler.between(value);
    }

    /**
     * Replays a log, and the logs that continue it.
     *
     * @param directory of the logs
     * @param manifest names the first log, and the commits before it and in it
     * @return where the last log ends
     * @throws CorruptIndexException if a log is missing or damaged, starts after another commit or ends too early
     */
    public LogPlace readAll(Path directory, Manifest manifest) throws IOException {
        LogPlace first = LogPlace.start(manifest.log(), manifest.sequence());
        LogPlace tail = LogReader.readOne(directory, first, scheme, this);
        while (tail.ended()) {
            tail = LogReader.readOne(directory, tail.next(), scheme, this);
        }
        LogReader.requireReached(manifest.reached(), tail, directory);
        return tail;
    }

    @Override
    public void add(LoggedDocument d) throws IOException {
        byte[] fingerprint =
                stored.fingerprints() ? encoder.encode(d.minutiae(), d.frequencies(), d.n()) : StoredFingerprint.NONE;
        add(new String(d.id(), StandardCharsets.UTF_8), d, fingerprint, true);
    }

    /**
     * Adds a document that is not in a log yet.
     *
     * @param id its id, which is kept
     * @param fingerprint its stored form, if the segment stores fingerprints
     * @param distinct false if its minutiae are in any order and may repeat, which gives their frequencies
     */
    public void add(String id, LoggedDocument d, byte[] fingerprint, boolean distinct) throws IOException {
        between.run();
        kill(id, d.id());
        int document = distinct
                ? assembler.add(d.id(), d.words(), d.extra(), d.minutiae(), d.frequencies(), d.n())
                : assembler.add(d.id(), d.words(), d.extra(), d.minutiae(), d.n());
        latest.put(id, document);
        assembler.store(document, d.text(), fingerprint);
        assembler.date(document, d.date());
    }

    @Override
    public boolean storesTexts() {
        return stored.texts();
    }

    @Override
    public void delete(byte[] id) {
        String key = new String(id, StandardCharsets.UTF_8);
        kill(key, id);
        latest.removeKey(key);
    }

    @Override
    public void commit(long sequence) {
        commits++;
    }

    private void kill(String key, byte[] id) {
        int before = latest.getValue(key);
        if (before != NONE) {
            assembler.leaveOut(before);
        } else {
            elsewhere.accept(id);
        }
    }

    public long commits() {
        return commits;
    }

    /** As {@link SegmentAssembler#postings}. */
    public long postings() {
        return assembler.postings();
    }

    /** The number of documents that remain. */
    public int documents() {
        return assembler.documents();
    }

    /**
     * Writes the remaining documents as a segment of an index; once.
     *
     * @param others the documents of the index that are not in this segment
     * @param forced as {@link SegmentAssembler#write}
     */
    public SegmentCounts write(Path file, CollectionFrequencies others, boolean forced) throws IOException {
        return assembler.write(file, others, forced);
    }

    @Override
    public void close() throws IOException {
        assembler.close();
    }
}
