package io.whorl.build;

import io.whorl.RefusedException;
import io.whorl.bulk.Duplicates;
import io.whorl.bulk.RepeatedIds;
import io.whorl.store.DeadDocuments;
import io.whorl.store.MergeHeap;
import io.whorl.store.ScratchBits;
import io.whorl.store.ScratchSpace;
import io.whorl.store.Segment;
import io.whorl.store.TempFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Selects the documents of several runs that are merged. Of documents with one id, the first or the last is kept. Then
 * documents that are too short are left out; their ids stay taken. Then, if requested, duplicates are left out. Used
 * once.
 */
final class RunSelection implements Closeable {
    /** The number of documents up to which sets of them are in heap. */
    private static final int IN_HEAP = 1 << 20;

    private final List<Run> runs;
    private final Optional<TempFile> file;
    private final List<ScratchBits> out = new ArrayList<>();
    private long repeatedIds;
    private long tooShort;
    private Duplicates.Counts duplicates = Duplicates.Counts.NONE;
    private SegmentMerge.FamilySource families = SegmentMerge.FamilySource.NONE;

    RunSelection(List<Run> runs, RepeatedIds rule, Duplicates duplicates, ScratchSpace space, BooleanSupplier cancelled)
            throws IOException {
        this.runs = runs;
        long documents =
                runs.stream().mapToLong(r -> r.segment().counts().documents()).sum();
        file = documents > IN_HEAP ? Optional.of(new TempFile(space)) : Optional.empty();
        try {
            for (Run run : runs) {
                out.add(new ScratchBits(run.segment().counts().documents(), file));
            }
            oneOfEachId(rule, cancelled);
            RunNotes.reading(runs.stream().map(Run::notes).toList(), () -> {
                longEnough();
                if (duplicates.sought()) {
                    firstOfEqual(duplicates);
                }
                return null;
            });
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    private void oneOfEachId(RepeatedIds rule, BooleanSupplier cancelled) {
        IdMerge.Rule decides = (earlier, later, id) -> {
            if (rule == RepeatedIds.REFUSE) {
                throw RefusedException.repeatedId(new String(id, StandardCharsets.UTF_8));
            }
            return rule == RepeatedIds.LAST;
        };
        IdMerge.leaveOut(runs.stream().map(RunSelection::whole).toList(), decides, cancelled, (run, ordinal) -> {
            out.get(run).add(ordinal);
            repeatedIds++;
        });
    }

    private static SegmentMerge.Input whole(Run run) {
        return new SegmentMerge.Input(
                run.segment(), DeadDocuments.none(run.segment().counts().documents()));
    }

    private void longEnough() {
        for (int r = 0; r < runs.size(); r++) {
            RunNotes notes = runs.get(r).notes();
            repeatedIds += notes.counts().repeatedIds();
            for (int i = 0; i < notes.shortOnes(); i++) {
                tooShort += out.get(r).add(notes.shortOne(i)) ? 1 : 0;
            }
        }
    }

    private void firstOfEqual(Duplicates wanted) throws IOException {
        DuplicateSearch search =
                new DuplicateSearch(runs.stream().map(Run::notes).toList(), out, wanted, this::id, file);
        duplicates = search.run();
        if (wanted.action() == Duplicates.Action.ALIAS) {
            families = search::declareFamilies;
        }
        for (int r = 0; r < runs.size(); r++) {
            out.get(r).addAll(search.dropped().get(r));
        }
    }

    private String id(int run, int ordinal) {
        Segment segment = runs.get(run).segment();
        return segment.reading(() -> segment.documents().id(ordinal));
    }

    /** The runs, each with its documents that are left out. */
    List<SegmentMerge.Input> inputs() {
        List<SegmentMerge.Input> inputs = new ArrayList<>();
        for (int r = 0; r < runs.size(); r++) {
            inputs.add(new SegmentMerge.Input(runs.get(r).segment(), out.get(r).asDead()));
        }
        return inputs;
    }

    /** Whether there is one run, all of whose documents are selected and have their own postings. */
    boolean isOneWholeRun() {
        return runs.size() == 1
                && families == SegmentMerge.FamilySource.NONE
                && inputs().get(0).dead().isEmpty();
    }

    /** The families of documents that will share postings. */
    SegmentMerge.FamilySource families() {
        return families;
    }

    long repeatedIds() {
        return repeatedIds;
    }

    long tooShort() {
        return tooShort;
    }

    Duplicates.Counts duplicates() {
        return duplicates;
    }

    @Override
    public void close() throws IOException {
        if (file.isPresent()) {
            file.get().close();
        }
    }

    /**
     * Finds the documents of several runs that equal one that arrived earlier, by their sorted digests. One pass for
     * each kind, the strongest first, so each document counts under its strongest kind. Used once.
     */
    static final class DuplicateSearch {
        /** Returns the id of a document of a run. */
        interface Ids {
            String id(int run, int ordinal);
        }

        private final List<RunNotes> runs;
        private final List<ScratchBits> out;
        private final Duplicates duplicates;
        private final Ids ids;
        private final List<ScratchBits> counted = new ArrayList<>();
        private final List<ScratchBits> dropped = new ArrayList<>();
        private final long[] counts = new long[Duplicates.Kind.values().length];
        private final List<Duplicates.Example> examples = new ArrayList<>();

        /**
         * @param out by run, the documents that are left out for other reasons
         * @param file holds sets of documents; they are in heap if it is empty
         */
        DuplicateSearch(
                List<RunNotes> runs, List<ScratchBits> out, Duplicates duplicates, Ids ids, Optional<TempFile> file)
                throws IOException {
            this.runs = runs;
            this.out = out;
            this.duplicates = duplicates;
            this.ids = ids;
            for (RunNotes run : runs) {
                counted.add(new ScratchBits(run.counts().documents(), file));
                dropped.add(new ScratchBits(run.counts().documents(), file));
            }
        }

        /** Counts the duplicates. Those to be left out are in {@link #dropped} afterwards. */
        Duplicates.Counts run() {
            for (Duplicates.Kind kind : Duplicates.Kind.values()) {
                pass(kind);
            }
            return new Duplicates.Counts(counts[0], counts[1], counts[2], examples);
        }

        private void pass(Duplicates.Kind kind) {
            DigestMerge digests = new DigestMerge(runs, kind);
            int firstRun = -1;
            int first = -1;
            int shown = 0;
            while (digests.next()) {
                int run = digests.run();
                int ordinal = digests.ordinal();
                firstRun = digests.repeats() ? firstRun : -1;
                if (out.get(run).contains(ordinal)) {
                    continue;
                }
                if (firstRun < 0) {
                    firstRun = run;
                    first = ordinal;
                    continue;
                }
                if (counted.get(run).add(ordinal)) {
                    counts[kind.ordinal()]++;
                    if (duplicates.leavesOut(kind)) {
                        dropped.get(run).add(ordinal);
                    }
                    if (shown++ < Duplicates.Counts.MOST_EXAMPLES) {
                        examples.add(new Duplicates.Example(kind, ids.id(run, ordinal), ids.id(firstRun, first)));
                    }
                }
            }
        }

        /** Declares the families of documents with equal fingerprints, among those that are not left out. */
        void declareFamilies(SegmentMerge.FamilySource.Sink to) {
            DigestMerge digests = new DigestMerge(runs, Duplicates.Kind.FINGERPRINT);
            int firstRun = -1;
            int first = -1;
            boolean begun = false;
            while (digests.next()) {
                firstRun = digests.repeats() ? firstRun : -1;
                if (out.get(digests.run()).contains(digests.ordinal())) {
                    continue;
                }
                if (firstRun < 0) {
                    firstRun = digests.run();
                    first = digests.ordinal();
                    begun = false;
                    continue;
                }
                if (!begun) {
                    to.begin();
                    to.member(firstRun, first);
                    begun = true;
                }
                to.member(digests.run(), digests.ordinal());
            }
        }

        /** By run, the documents left out because they equal an earlier one. */
        List<ScratchBits> dropped() {
            return dropped;
        }
    }

    /**
     * The documents of several runs in the order of their digests of one kind; documents with equal digests in the
     * order of arrival.
     */
    private static final class DigestMerge {
        private final List<RunNotes> runs;
        private final Duplicates.Kind kind;
        private final int[] at;
        private final MergeHeap left;
        private boolean begun;
        private boolean repeats;
        private long high;
        private long low;

        DigestMerge(List<RunNotes> runs, Duplicates.Kind kind) {
            this.runs = runs;
            this.kind = kind;
            at = new int[runs.size()];
            left = new MergeHeap(at.length, this::before);
            for (int i = 0; i < at.length; i++) {
                if (runs.get(i).digests(kind) > 0) {
                    left.add(i);
                }
            }
        }

        /** Moves to the next document; false at the end. */
        boolean next() {
            if (begun && !left.isEmpty()) {
                int top = left.top();
                left.advanced(++at[top] < runs.get(top).digests(kind));
            }
            if (left.isEmpty()) {
                return false;
            }
            repeats = begun && high == high(left.top()) && low == low(left.top());
            high = high(left.top());
            low = low(left.top());
            begun = true;
            return true;
        }

        /** The run of the current document. */
        int run() {
            return left.top();
        }

        /** The ordinal of the current document in its run. */
        int ordinal() {
            return runs.get(left.top()).ordinal(kind, at[left.top()]);
        }

        /** Whether the previous document has the same digest. */
        boolean repeats() {
            return repeats;
        }

        private long high(int run) {
            return runs.get(run).high(kind, at[run]);
        }

        private long low(int run) {
            return runs.get(run).low(kind, at[run]);
        }

        private boolean before(int a, int b) {
            int order = Long.compareUnsigned(high(a), high(b));
            order = order == 0 ? Long.compareUnsigned(low(a), low(b)) : order;
            return order < 0 || order == 0 && a < b;
        }
    }
}
