package io.whorl.runs;

import io.whorl.bulk.Duplicates;
import io.whorl.merge.FamilySource;
import io.whorl.store.ScratchBits;
import io.whorl.store.TempFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Finds the documents of several runs that equal one that arrived earlier, by their sorted digests. One pass for each
 * kind, the strongest first, so each document counts under its strongest kind. Used once.
 */
final class DuplicateSearch {
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
    DuplicateSearch(List<RunNotes> runs, List<ScratchBits> out, Duplicates duplicates, Ids ids, Optional<TempFile> file)
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
    void declareFamilies(FamilySource.Sink to) {
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
