package io.whorl.runs;

import io.whorl.RepeatedIdException;
import io.whorl.bulk.Duplicates;
import io.whorl.bulk.RepeatedIds;
import io.whorl.merge.FamilySource;
import io.whorl.merge.IdMerge;
import io.whorl.merge.SegmentMerge;
import io.whorl.store.DeadDocuments;
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
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;

/**
 * Selects the documents of several runs that are merged. Of documents with one id, the first or the last is kept. Then
 * documents that are too short are left out; their ids stay taken. Then, if requested, duplicates are left out. Used
 * once.
 */
final class RunSelection implements Closeable {
    /** The number of documents up to which sets of them are in heap. */
    private static final int IN_HEAP = 1 << 20;

    private static final int CHECK_INTERVAL = 1 << 12;

    private final List<Run> runs;
    private final Optional<TempFile> file;
    private final List<ScratchBits> out = new ArrayList<>();
    private long repeatedIds;
    private long tooShort;
    private Duplicates.Counts duplicates = Duplicates.Counts.NONE;
    private FamilySource families = FamilySource.NONE;

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
        IdMerge ids = new IdMerge(runs.stream().map(RunSelection::whole).toList());
        int keptIn = 0;
        long kept = 0;
        for (int seen = 0; ids.next(); seen++) {
            if ((seen & CHECK_INTERVAL - 1) == 0 && cancelled.getAsBoolean()) {
                throw new CancellationException("the caller cancelled the merge");
            }
            if (ids.repeats() && rule == RepeatedIds.REFUSE) {
                throw new RepeatedIdException(new String(ids.id(), StandardCharsets.UTF_8));
            }
            if (ids.repeats()) {
                repeatedIds++;
                if (rule == RepeatedIds.FIRST) {
                    out.get(ids.input()).add(ids.ordinal());
                    continue;
                }
                out.get(keptIn).add(kept);
            }
            keptIn = ids.input();
            kept = ids.ordinal();
        }
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
                && families == FamilySource.NONE
                && inputs().get(0).dead().isEmpty();
    }

    /** The families of documents that will share postings. */
    FamilySource families() {
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
}
