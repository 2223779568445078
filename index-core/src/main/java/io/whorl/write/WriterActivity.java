package io.whorl.write;

import io.whorl.write.IndexState.SealedSegment;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
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

    record Seal(long log, Optional<SealedSegment> built) {}

    /** @param failure empty if the merge succeeded */
    record Merge(int segments, long dropped, Optional<SealedSegment> built, String failure) {}

    record LiveMapChoice(String option, boolean map, String reason) {}

    Consumer<Commit> commit() {
        return counted(commits, begin(() -> WriterEvents.Commit.started()));
    }

    /** The segments of a segment set become segments of the index, which is a commit too. */
    Consumer<AdoptReport> adopt() {
        return counted(commits, begin(() -> WriterEvents.Adopt.started()));
    }

    Consumer<Seal> seal() {
        return counted(seals, begin(() -> WriterEvents.Seal.started()));
    }

    Consumer<Merge> merge() {
        Consumer<Merge> event = begin(() -> WriterEvents.Merge.started());
        return merge -> {
            if (merge.failure().isEmpty()) {
                merges.increment();
            }
            event.accept(merge);
        };
    }

    /** Commits or seals begin to wait for merges. Counted at once, and reported when they no longer wait. */
    Runnable stall(int segments) {
        stalls.increment();
        return RECORDER ? WriterEvents.Stall.started(segments) : () -> {};
    }

    /** @return receives the number of documents */
    static LongConsumer refresh() {
        return RECORDER ? WriterEvents.Refresh.started() : documents -> {};
    }

    static Consumer<LiveMapChoice> liveMapChoice() {
        return begin(() -> WriterEvents.LiveMap.started());
    }

    private static <T> Consumer<T> begin(Supplier<Consumer<T>> recorded) {
        return RECORDER ? recorded.get() : done -> {};
    }

    private static <T> Consumer<T> counted(LongAdder count, Consumer<T> event) {
        return done -> {
            count.increment();
            event.accept(done);
        };
    }
}
