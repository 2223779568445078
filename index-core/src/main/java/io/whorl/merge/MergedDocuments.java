package io.whorl.merge;

import io.whorl.LimitExceededException;
import io.whorl.assembly.DocumentOrder;
import io.whorl.store.DocumentSource;
import io.whorl.store.DocumentTable;
import io.whorl.store.ScratchSequence;
import io.whorl.store.ScratchSpace;
import io.whorl.store.Segment;
import io.whorl.store.TempFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;

/**
 * The living documents of several segments, merged in the order of their ids. If there are many, their old and new
 * numbers are in a scratch file, so the heap does not grow with them. Everything else is read from the segment that
 * contains the document.
 */
final class MergedDocuments implements DocumentSource, Closeable {
    /** The largest number of documents of a segment: ordinals are ints. */
    static final int MOST = Integer.MAX_VALUE - 8;

    private static final int CHECK_INTERVAL = 1 << 12;
    /**
     * The number of documents up to which the numbers stay in heap: small merges rarely need a file, and large ones
     * need little heap.
     */
    private static final int IN_HEAP = 1 << 15;

    private final List<SegmentMerge.Input> inputs;
    private final BooleanSupplier cancelled;
    private final Optional<TempFile> file;
    private final ScratchSequence[] ordinals;
    private final ScratchSequence inputOf;
    private final ScratchSequence old;
    /** The position in the ids of each input. */
    private final DocumentTable.IdCursor[] cursors;

    private final long all;
    private final long count;
    private long words;

    MergedDocuments(List<SegmentMerge.Input> inputs, ScratchSpace scratch, BooleanSupplier cancelled)
            throws IOException {
        this(inputs, scratch, cancelled, MOST);
    }

    /** @param most the largest number of living documents; tests set a small one */
    MergedDocuments(List<SegmentMerge.Input> inputs, ScratchSpace scratch, BooleanSupplier cancelled, long most)
            throws IOException {
        this.inputs = inputs;
        this.cancelled = cancelled;
        ordinals = new ScratchSequence[inputs.size()];
        cursors = new DocumentTable.IdCursor[inputs.size()];
        long dead = 0;
        long alive = 0;
        for (SegmentMerge.Input input : inputs) {
            input.dead().requireCount();
            dead += input.dead().count();
            alive += input.alive();
        }
        // Check before any input is read.
        LimitExceededException.require(
                "documents of one segment", alive, most, "merge fewer segments together, or keep several indexes");
        count = alive;
        all = alive + dead;
        file = scratchFile(scratch);
        try {
            for (int i = 0; i < ordinals.length; i++) {
                ordinals[i] = new ScratchSequence(inputs.get(i).dead().documents(), file);
            }
            inputOf = new ScratchSequence(alive, file);
            old = new ScratchSequence(alive, file);
            number();
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    private void number() throws IOException {
        IdMerge ids = new IdMerge(inputs);
        int before = -1;
        for (int next = 0; ids.next(); next++) {
            check(next);
            int input = ids.input();
            if (ids.repeats() && before == input) {
                throw table(input).damaged("two documents have the id " + new String(ids.id(), StandardCharsets.UTF_8));
            }
            if (ids.repeats()) {
                throw new IllegalArgumentException(
                        "inputs " + before + " and " + input + " both contain a living document with the id "
                                + new String(ids.id(), StandardCharsets.UTF_8));
            }
            before = input;
            ordinals[input].fill(DocumentOrder.LEFT_OUT, ids.ordinal());
            ordinals[input].add(next);
            inputOf.add(input);
            old.add((int) ids.ordinal());
            words += table(input).words(ids.ordinal());
        }
        for (int i = 0; i < ordinals.length; i++) {
            ordinals[i].fill(DocumentOrder.LEFT_OUT, inputs.get(i).dead().documents());
            ordinals[i].finish();
        }
        inputOf.finish();
        old.finish();
    }

    /** The ordinals in the result of the documents of an input, or {@link DocumentOrder#LEFT_OUT}. */
    ScratchSequence ordinals(int input) {
        return ordinals[input];
    }

    /** A file for further numbers of documents, if they are too many for the heap. */
    Optional<TempFile> scratchFile(ScratchSpace scratch) throws IOException {
        return all > IN_HEAP ? Optional.of(new TempFile(scratch)) : Optional.empty();
    }

    /** The input that contains a document of the result. */
    int inputOf(long ordinal) {
        return inputOf.get(ordinal);
    }

    /** The ordinal of a document of the result in its input. */
    int old(long ordinal) {
        return old.get(ordinal);
    }

    /** The number of words of all documents. */
    long words() {
        return words;
    }

    private DocumentTable table(int input) {
        return inputs.get(input).segment().documents();
    }

    /** Checks every few thousand documents whether the merge is cancelled. */
    void check(long documents) {
        if ((documents & CHECK_INTERVAL - 1) == 0 && cancelled.getAsBoolean()) {
            throw new CancellationException("the caller cancelled the merge");
        }
    }

    @Override
    public long count() {
        return count;
    }

    /** Fast if called in ascending order. */
    @Override
    public byte[] id(long i) {
        check(i);
        int input = inputOf.get(i);
        int wanted = old.get(i);
        Segment segment = inputs.get(input).segment();
        return segment.reading(() -> {
            DocumentTable.IdCursor cursor = cursors[input];
            if (cursor == null || cursor.ordinal() > wanted) {
                cursor = segment.documents().ids();
                cursors[input] = cursor;
            }
            while (cursor.ordinal() < wanted) {
                cursor.next();
            }
            return cursor.id();
        });
    }

    @Override
    public long words(long i) {
        return table(inputOf.get(i)).words(old.get(i));
    }

    @Override
    public long minutiae(long i) {
        return table(inputOf.get(i)).minutiae(old.get(i));
    }

    @Override
    public byte[] extra(long i) {
        int input = inputOf.get(i);
        int from = old.get(i);
        return inputs.get(input).segment().reading(() -> table(input).extra(from));
    }

    @Override
    public long date(long i) {
        check(i);
        return inputs.get(inputOf.get(i)).segment().dates().date(old.get(i));
    }

    @Override
    public void close() throws IOException {
        if (file.isPresent()) {
            file.get().close();
        }
    }
}
