package io.whorl.build;

import io.whorl.LimitExceededException;
import io.whorl.internal.Ranges;
import io.whorl.store.DeadDocuments;
import io.whorl.store.DocumentSource;
import io.whorl.store.DocumentTable;
import io.whorl.store.DocumentTable.Families;
import io.whorl.store.Part.SealedPart;
import io.whorl.store.ScratchArrays;
import io.whorl.store.ScratchArrays.ScratchBits;
import io.whorl.store.ScratchArrays.ScratchInts;
import io.whorl.store.ScratchSpace;
import io.whorl.store.Segment;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * The living documents of several segments, merged in the order of their ids. If there are many, their old and new
 * numbers are in a scratch file, so the heap does not grow with them. Everything else is read from the segment that
 * contains the document.
 *
 * <p>A family is documents that share postings. Families are known before the first minutia, because the first living
 * document of a family holds its postings. Members are declared in any order; one pass turns them into rings.
 */
final class MergedDocuments implements DocumentSource, SegmentMerge.FamilySource.Sink, Closeable {
    /** The bytes of numbers that stay in heap: small merges rarely need a file, and large ones need little heap. */
    private static final long IN_HEAP = 1 << 19;
    /** Flag of a document that an earlier member of its family represents. */
    private static final int ALIAS = 1 << 31;

    private final List<SealedPart> inputs;
    private final BooleanSupplier cancelled;
    private final int ofRuns;
    /** For numbers of documents, those of families and sums too. */
    final ScratchArrays arrays;

    private final ScratchInts[] ordinals;
    /** For each document of the result its input, and its ordinal there. */
    private final ScratchInts inputOf;

    private final ScratchInts old;
    /** The position in the ids of each input. */
    private final DocumentTable.IdCursor[] cursors;

    private final long count;
    /**
     * By ordinal of the result: first the number of the family, from 1, or 0; later the next document of the family.
     */
    private final ScratchInts cells;

    private final ScratchInts[] holders;
    private int families;

    /**
     * @param declared the families; {@link SegmentMerge.FamilySource#NONE} for those of the inputs
     * @param ofRuns bytes to leave out at the beginning of each extra
     */
    MergedDocuments(
            List<SealedPart> inputs,
            SegmentMerge.FamilySource declared,
            ScratchSpace scratch,
            BooleanSupplier cancelled,
            int ofRuns)
            throws IOException {
        this.inputs = inputs;
        this.ofRuns = ofRuns;
        this.cancelled = cancelled;
        long alive = 0;
        for (SealedPart input : inputs) {
            input.dead().requireIntact();
            alive += input.documents();
        }
        // Check before any input is read.
        LimitExceededException.require(
                "documents of one segment",
                alive,
                NewDocuments.MOST,
                "merge fewer segments together, or keep several indexes");
        boolean inherited = inputs.stream()
                .anyMatch(input -> !input.segment().documents().families().isEmpty());
        boolean none = declared == SegmentMerge.FamilySource.NONE;
        Ranges.require(
                none || !inherited,
                "families are declared for inputs some of which have families already; declare them only for segments"
                        + " without families");
        ordinals = new ScratchInts[inputs.size()];
        holders = ordinals.clone();
        cursors = new DocumentTable.IdCursor[inputs.size()];
        count = alive;
        arrays = new ScratchArrays(IN_HEAP, scratch);
        try {
            for (int i = 0; i < ordinals.length; i++) {
                ordinals[i] = arrays.cells(inputs.get(i).dead().documents());
            }
            inputOf = arrays.cells(alive);
            old = arrays.cells(alive);
            number();
            cells = arrays.cells(none && !inherited ? 0 : alive);
            declared.declare(this);
            for (int i = 0; i < holders.length && inherited; i++) {
                inherit(inputs.get(i), i);
            }
            if (families > 0) {
                link(arrays.cells(families + 1L));
            }
            for (int i = 0; i < holders.length; i++) {
                holders[i] = families == 0
                        ? ordinals[i]
                        : holders(ordinals[i], inputs.get(i).dead().documents());
            }
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    private void number() throws IOException {
        IdMerge ids = new IdMerge(inputs, cancelled);
        int before = -1;
        for (int next = 0; ids.next(); next++) {
            int input = ids.input();
            if (ids.repeats()) {
                throw new IllegalArgumentException(
                        "inputs " + before + " and " + input + " both contain a living document with the id "
                                + new String(ids.id(), StandardCharsets.UTF_8));
            }
            before = input;
            ordinals[input].set(ids.ordinal(), next);
            inputOf.set(next, input);
            old.set(next, (int) ids.ordinal());
        }
        for (int i = 0; i < ordinals.length; i++) {
            DeadDocuments dead = inputs.get(i).dead();
            for (long d = dead.next(0); d >= 0; d = dead.next(d + 1)) {
                ordinals[i].set(d, NewDocuments.LEFT_OUT);
            }
        }
    }

    /** The ordinals in the result of the documents of an input, or {@link NewDocuments#LEFT_OUT}. */
    ScratchInts ordinals(int input) {
        return ordinals[input];
    }

    private DocumentTable table(int input) {
        return inputs.get(input).segment().documents();
    }

    private void check(long documents) {
        IdMerge.check(cancelled, documents);
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
        byte[] extra = inputs.get(input).segment().reading(() -> table(input).extra(from));
        return ofRuns == 0 ? extra : Arrays.copyOfRange(extra, ofRuns, extra.length);
    }

    @Override
    public int bytes(Form form, long i) {
        check(i);
        return form == Form.EXTRA
                ? extra(i).length
                : table(inputOf.get(i)).forms(form).bytes(old.get(i));
    }

    /** The stored form is copied, because it depends on nothing but the text or the fingerprint. */
    @Override
    public void write(Form form, long i, Sink out) throws IOException {
        check(i);
        if (form == Form.EXTRA) {
            DocumentSource.super.write(form, i, out);
        } else {
            table(inputOf.get(i)).forms(form).write(old.get(i), out);
        }
    }

    @Override
    public long date(long i) {
        check(i);
        return table(inputOf.get(i)).date(old.get(i));
    }

    /** Takes the families of an input without their deleted documents. */
    private void inherit(SealedPart input, int number) throws IOException {
        Families of = input.segment().documents().families();
        long size = of.isEmpty() ? 0 : input.dead().documents();
        ScratchBits seen = arrays.bits(size);
        ScratchInts its = ordinals[number];
        input.segment().reading(() -> {
            for (long first = 0; first < size; first++) {
                check(first);
                if (seen.contains(first) || of.next(first) == first) {
                    continue;
                }
                families++;
                int living = NewDocuments.LEFT_OUT;
                for (long member = first; member >= 0; member = of.after(first, member)) {
                    int ordinal = its.get(member);
                    seen.add(member);
                    if (ordinal != NewDocuments.LEFT_OUT) {
                        cells.set(ordinal, families);
                        living = living == NewDocuments.LEFT_OUT ? ordinal : living;
                    }
                }
                // Lists have the first member, even if it is deleted.
                its.set(first, living);
            }
            return true;
        });
    }

    @Override
    public void alias(int firstInput, long first, int input, long document) {
        int ordinal = ordinals[firstInput].get(first);
        int equal = ordinals[input].get(document);
        long minutiae = minutiae(ordinal);
        long its = minutiae(equal);
        if (cells.get(equal) != 0 || its == 0 || its != minutiae) {
            throw new IllegalArgumentException("document " + document + " of input " + input + " has " + its
                    + " minutiae and belongs to family " + cells.get(equal) + "; it cannot share the " + minutiae
                    + " minutiae of document " + first + " of input " + firstInput);
        }
        if (cells.get(ordinal) == 0) {
            cells.set(ordinal, ++families);
        }
        cells.set(equal, cells.get(ordinal));
    }

    /**
     * Turns family numbers into rings, in the order of the ordinals.
     *
     * @param last by family, its last member so far plus 1; the next one of that is the first member
     */
    private void link(ScratchInts last) {
        for (int d = 0; d < count; d++) {
            int family = cells.get(d);
            int before = last.get(family) - 1;
            if (family == 0 || before < 0) {
                cells.set(d, d);
            } else {
                cells.set(d, cells.get(before) | ALIAS);
                cells.set(before, (cells.get(before) & ALIAS) | d);
            }
            last.set(family, d + 1);
        }
    }

    private ScratchInts holders(ScratchInts all, long size) throws IOException {
        ScratchInts its = arrays.cells(size);
        for (long d = 0; d < size; d++) {
            int ordinal = all.get(d);
            its.set(d, ordinal >= 0 && cells.get(ordinal) < 0 ? NewDocuments.LEFT_OUT : ordinal);
        }
        return its;
    }

    boolean hasFamilies() {
        return families > 0;
    }

    /**
     * For each document of an input that occurs in its lists: the ordinal of the result that holds its postings, or
     * {@link NewDocuments#LEFT_OUT} if its family has no living document.
     */
    ScratchInts holders(int input) {
        return holders[input];
    }

    /** The next document of a document's family in the result, as in {@link io.whorl.store.DocumentTable.Families}. */
    long next(long ordinal) {
        check(ordinal);
        return cells.get(ordinal) & ~ALIAS;
    }

    @Override
    public void close() throws IOException {
        arrays.close();
    }
}
