package io.whorl.live;

import io.whorl.store.ReferenceCount;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;

/**
 * Documents just committed, not sealed yet: appended by one thread at a time, read beside it through {@link LiveView}s.
 * Minutiae are in a Chronicle Map outside of the heap, records and chains in heap. Adding is not durable.
 *
 * <p>The memory goes when the tier is closed and the last view, cursor and {@link LiveView#forEach} has let go.
 */
public final class LiveTier implements AutoCloseable {
    private static final long[] NOBODY = {};

    private final LiveLimits limits;
    private final boolean frequencies;
    private final TierMinutiae minutiae;
    private final TierDocuments records;
    /** The tier itself, and each of its views. */
    private final ReferenceCount memory;

    private long bytes;
    private boolean closed;
    /** An addition is under way, or was when it failed: the map may know half of a document. */
    private boolean adding;

    private volatile int documents;
    private volatile long postings;

    private LiveTier(TierMinutiae minutiae, LiveLimits limits, boolean frequencies) {
        this.minutiae = minutiae;
        this.limits = limits;
        this.frequencies = frequencies;
        records = new TierDocuments(limits.documents());
        memory = new ReferenceCount(minutiae::close);
    }

    /**
     * An empty tier. The first one of a process takes about a second: Chronicle Map compiles classes.
     *
     * @param file begins the name of a file that holds the memory, which has a number added; where the system allows
     *     it, it is unlinked before this returns, so that only a process killed right here leaves one, which anybody
     *     may delete. On the default file system, in a directory that is there
     * @param frequencies whether they are kept
     * @throws io.whorl.LiveTierUnavailableException as {@link #check} does; what only {@link #probe} finds comes as
     *     Chronicle Map throws it
     * @throws IOException if the file cannot be made at its full size; nothing is left of it then. Also if the calling
     *     thread is interrupted
     */
    public static LiveTier create(Path file, LiveLimits limits, boolean frequencies) throws IOException {
        check();
        return new LiveTier(
                new MappedMinutiae(MinutiaMap.create(file, limits.postings()), limits, frequencies),
                limits,
                frequencies);
    }

    /**
     * An empty tier that knows its documents' records and not their minutiae: its views have neither cursors nor
     * postings. It needs neither Chronicle Map nor flags, and no file.
     *
     * @param frequencies whether they are given with the minutiae
     */
    public static LiveTier ofRecords(LiveLimits limits, boolean frequencies) {
        return new LiveTier(TierMinutiae.NONE, limits, frequencies);
    }

    /**
     * Looks for what a live tier needs of this process: the library, the modules of a JDK, and the flags. It loads no
     * class of Chronicle Map's.
     *
     * @throws io.whorl.LiveTierUnavailableException if something is missing; the message names it
     */
    public static void check() {
        RuntimeRequirements.check();
    }

    /**
     * Shows that a live tier runs in this process: after {@link #check}, it makes a small one, adds to it and asks it.
     *
     * @param file as for {@link #create}
     * @throws io.whorl.LiveTierUnavailableException if it does not run; the message says why, with the cause
     * @throws IOException if the file cannot be made
     */
    public static void probe(Path file) throws IOException {
        LiveTierProbe.run(file);
    }

    /** The flags that {@code java} (17 and later) must be started with, separated by spaces. */
    public static String flags() {
        return RuntimeRequirements.flags();
    }

    /**
     * Adds a document. One of the same id that was added before stays, under its own number.
     *
     * @param id in UTF-8
     * @param words surviving ones
     * @param extra what the scheme's strategy keeps beside the minutiae
     * @param minutiae distinct, ascending as unsigned numbers, in the first {@code n} places
     * @param frequencies at the same places, from 1 on; not looked at where the tier keeps none
     * @return its number, from 0
     * @throws IllegalStateException if the tier is closed or full ({@link #fits}), or an addition has failed before
     */
    public int add(byte[] id, long words, byte[] extra, long[] minutiae, int[] frequencies, int n) {
        return add(id, words, extra, minutiae, frequencies, n, NOBODY);
    }

    /**
     * The same; also adds to each minutia's place how many documents of the tier held it before, dead or alive. Counts
     * to 64: a minutia that is in every document costs no more than others.
     *
     * @param holders with {@code n} places
     */
    public synchronized int add(
            byte[] id, long words, byte[] extra, long[] minutiae, int[] frequencies, int n, long[] holders) {
        checkOpen();
        if (adding) {
            throw new IllegalStateException(
                    "an addition to this live tier has failed; it has to be made anew from the log");
        }
        checkPostings(minutiae, frequencies, n);
        if (!fits(1, n, (long) id.length + extra.length)) {
            throw new IllegalStateException("the live tier is full: " + documents + " documents, " + postings
                    + " postings and " + bytes + " bytes of " + limits);
        }
        int document = documents;
        adding = true;
        this.minutiae.add(document, minutiae, frequencies, n, holders);
        records.add(document, id, words, extra, n);
        adding = false;
        bytes += (long) id.length + extra.length;
        postings += n;
        documents = document + 1;
        return document;
    }

    /** Whether its views know minutiae. */
    public boolean isSearched() {
        return minutiae != TierMinutiae.NONE;
    }

    /**
     * Sets the value that {@link LiveView#meanLog} returns.
     *
     * @param document one of which no view knows yet
     */
    public void meanLog(int document, double value) {
        records.meanLog(Objects.checkIndex(document, documents), value);
    }

    /**
     * A view of all documents added so far. Whoever hands it to other threads does so safely.
     *
     * @throws IllegalStateException if the tier is closed
     */
    public synchronized LiveView view() {
        checkOpen();
        memory.take();
        return new TierView(minutiae, records, documents, memory);
    }

    /**
     * A view of the documents added first.
     *
     * @param first how many, at most those added so far
     * @throws IllegalStateException if the tier is closed
     */
    public synchronized LiveView view(int first) {
        checkOpen();
        if (first < 0 || first > documents) {
            throw new IllegalArgumentException("first is " + first + "; it must be from 0 to " + documents);
        }
        memory.take();
        return new TierView(minutiae, records, first, memory);
    }

    /** The document of this id that was added last, or −1. */
    public int find(byte[] id) {
        return find(id, documents);
    }

    /** The one of the first so many documents that has this id and was added last, or −1. */
    public int find(byte[] id, int first) {
        return records.find(id, first);
    }

    public int documents() {
        return documents;
    }

    public long postings() {
        return postings;
    }

    /**
     * Whether so much more can be added; what fits can be added without an exception.
     *
     * @param bytes of ids and extras
     */
    public synchronized boolean fits(int documents, long postings, long bytes) {
        return documents <= limits.documents() - this.documents
                && postings <= limits.postings() - this.postings
                && bytes <= limits.bytes() - this.bytes;
    }

    /** No more additions and views; a second call does nothing. */
    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            memory.release();
        }
    }

    private void checkOpen() {
        if (closed) {
            throw new IllegalStateException("this live tier is closed");
        }
    }

    /** Before anything is changed: a minutia twice in one document would be counted twice for ever. */
    private void checkPostings(long[] minutiae, int[] frequencies, int n) {
        if (n < 0 || n > minutiae.length || this.frequencies && n > frequencies.length) {
            throw new IllegalArgumentException(
                    "n is " + n + "; it must be from 0 to " + minutiae.length + ", the minutiae given,"
                            + (this.frequencies ? " and to " + frequencies.length + ", the frequencies given" : ""));
        }
        for (int i = 0; i < n; i++) {
            if (i > 0 && Long.compareUnsigned(minutiae[i - 1], minutiae[i]) >= 0) {
                throw new IllegalArgumentException("minutiae[" + i + "] is " + Long.toUnsignedString(minutiae[i])
                        + "; it must be greater than the one before, " + Long.toUnsignedString(minutiae[i - 1]));
            }
            if (this.frequencies && frequencies[i] < 1) {
                throw new IllegalArgumentException(
                        "frequencies[" + i + "] is " + frequencies[i] + "; it must be 1 or more");
            }
        }
    }
}
