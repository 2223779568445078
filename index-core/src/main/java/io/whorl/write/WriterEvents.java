package io.whorl.write;

import io.whorl.store.Part.SealedPart;
import java.util.Optional;
import java.util.function.Consumer;
import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** The events of {@link WriterActivity}. Loading this class needs the module {@code jdk.jfr}. */
final class WriterEvents {
    private WriterEvents() {}

    /**
     * A piece of work.
     *
     * @param <R> its result
     */
    @Category("Whorl")
    @StackTrace(false)
    abstract static class WriterEvent<R> extends Event {
        /** Begins the event. The result ends it. */
        final Consumer<R> started() {
            begin();
            return result -> {
                set(result);
                commit();
            };
        }

        abstract void set(R result);
    }

    /** A commit, from taking the changes until they are visible. */
    @Name("io.whorl.Commit")
    @Label("Commit")
    static final class Commit extends WriterEvent<WriterActivity.Commit> {
        @Label("Number")
        long sequence;

        @Label("Operations")
        long operations;

        /** Of a direct commit including repetitions within a document, which are only found when it is sorted. */
        @Label("Postings")
        long postings;

        @Label("Bytes Written")
        @DataAmount
        long bytes;

        @Label("Direct Commit")
        boolean direct;

        @Override
        void set(WriterActivity.Commit commit) {
            sequence = commit.sequence();
            operations = commit.operations();
            postings = commit.postings();
            bytes = commit.bytes();
            direct = commit.direct();
        }
    }

    /** The segments of a segment set become segments of the index. */
    @Name("io.whorl.Adopt")
    @Label("Adopt")
    static final class Adopt extends WriterEvent<AdoptReport> {
        @Label("Number")
        long sequence;

        @Label("Segments")
        int segments;

        @Label("Documents")
        long documents;

        @Label("Bytes")
        @DataAmount
        long bytes;

        @Override
        void set(AdoptReport report) {
            sequence = report.commit();
            segments = report.segments();
            documents = report.documents();
            bytes = report.bytes();
        }
    }

    abstract static class SegmentEvent<R> extends WriterEvent<R> {
        @Label("Documents")
        long documents;

        @Label("Postings")
        long postings;

        @Label("Bytes Written")
        @DataAmount
        long bytes;

        final void made(Optional<SealedPart> built) {
            built.ifPresent(s -> {
                documents = s.segment().counts().documents();
                postings = s.segment().counts().postings();
                bytes = s.segment().length();
            });
        }
    }

    @Name("io.whorl.Seal")
    @Label("Seal")
    static final class Seal extends SegmentEvent<WriterActivity.Seal> {
        @Label("Log")
        long log;

        @Override
        void set(WriterActivity.Seal seal) {
            log = seal.log();
            made(seal.built());
        }
    }

    @Name("io.whorl.Merge")
    @Label("Merge")
    static final class Merge extends SegmentEvent<WriterActivity.Merge> {
        @Label("Segments Merged")
        int segments;

        @Label("Dead Documents Dropped")
        long dropped;

        @Label("Failure")
        String failure;

        @Override
        void set(WriterActivity.Merge merge) {
            segments = merge.segments();
            dropped = merge.dropped();
            made(merge.built());
            failure = merge.failure();
        }
    }

    /** A writer makes a snapshot of a newer state of the index. */
    @Name("io.whorl.Refresh")
    @Label("Refresh")
    static final class Refresh extends WriterEvent<Long> {
        @Label("Documents")
        long documents;

        @Override
        void set(Long result) {
            documents = result;
        }
    }

    /** Commits or seals wait for merges, because the index has as many segments as are allowed. */
    @Name("io.whorl.Stall")
    @Label("Stall")
    static final class Stall extends WriterEvent<Integer> {
        @Label("Segments")
        int segments;

        @Override
        void set(Integer result) {
            segments = result;
        }
    }

    /** A writer that opens chooses to use a Chronicle Map or not. */
    @Name("io.whorl.LiveMap")
    @Label("Live Map")
    static final class LiveMap extends WriterEvent<WriterActivity.LiveMapChoice> {
        @Label("Option")
        String option;

        @Label("With Map")
        boolean map;

        @Label("Reason")
        String reason;

        @Override
        void set(WriterActivity.LiveMapChoice choice) {
            option = choice.option();
            map = choice.map();
            reason = choice.reason();
        }
    }
}
