package io.whorl.write;

import io.whorl.store.Part.SealedPart;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * What a writer has done since it was opened. Counts it, and reports it to the JDK Flight Recorder.
 * {@link WriterEvents} has the events; only this class uses it, and loads it only if this Java has the module
 * {@code jdk.jfr}. Each method begins a piece of work, and its result ends that. Work that is not ended is neither
 * counted nor reported.
 */
final class WriterActivity {
    private static final boolean RECORDER =
            ModuleLayer.boot().findModule("jdk.jfr").isPresent();

    final LongAdder commits = new LongAdder();
    final LongAdder seals = new LongAdder();
    final LongAdder merges = new LongAdder();
    final LongAdder stalls = new LongAdder();
    final LongAdder refusedDocuments = new LongAdder();
    final LongAdder refusedCommits = new LongAdder();

    /** @param postings of a direct commit with repetitions within a document, which are only found when it is sorted */
    record Commit(long sequence, long operations, long postings, long bytes, boolean direct) {}

    record Seal(long log, Optional<SealedPart> built) {}

    /** @param failure empty if the merge succeeded */
    record Merge(int segments, long dropped, Optional<SealedPart> built, String failure) {}

    record LiveMapChoice(String option, boolean map, String reason) {}

    Consumer<Commit> commit() {
        return begin(() -> new WriterEvents.Commit().started()).andThen(commit -> commits.increment());
    }

    /** The segments of a segment set become segments of the index, which is a commit too. */
    Consumer<AdoptReport> adopt() {
        return begin(() -> new WriterEvents.Adopt().started()).andThen(report -> commits.increment());
    }

    Consumer<Seal> seal() {
        return begin(() -> new WriterEvents.Seal().started()).andThen(seal -> seals.increment());
    }

    Consumer<Merge> merge() {
        return begin(() -> new WriterEvents.Merge().started())
                .andThen(merge -> merges.add(merge.failure().isEmpty() ? 1 : 0));
    }

    /** Commits or seals begin to wait for merges. Counted at once, and reported when they no longer wait. */
    Runnable stall(int segments) {
        stalls.increment();
        Consumer<Integer> event = begin(() -> new WriterEvents.Stall().started());
        return () -> event.accept(segments);
    }

    /** @return receives the number of documents */
    static Consumer<Long> refresh() {
        return begin(() -> new WriterEvents.Refresh().started());
    }

    static Consumer<LiveMapChoice> liveMapChoice() {
        return begin(() -> new WriterEvents.LiveMap().started());
    }

    private static <T> Consumer<T> begin(Supplier<Consumer<T>> recorded) {
        return RECORDER ? recorded.get() : done -> {};
    }
}
