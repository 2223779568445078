package io.whorl.write;

import io.whorl.write.IndexState.SealedSegment;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** The events of {@link WriterActivity}. Loading this class needs the module {@code jdk.jfr}. */
final class WriterEvents {
    private WriterEvents() {}

    /** A commit, from taking the changes until they are visible. */
    @Name("io.whorl.Commit")
    @Label("Commit")
    @Category("Whorl")
    @StackTrace(false)
    static final class Commit extends Event {
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

        static Consumer<WriterActivity.Commit> started() {
            Commit event = new Commit();
            event.begin();
            return commit -> {
                event.sequence = commit.sequence();
                event.operations = commit.operations();
                event.postings = commit.postings();
                event.bytes = commit.bytes();
                event.direct = commit.direct();
                event.commit();
            };
        }
    }

    /** The segments of a segment set become segments of the index. */
    @Name("io.whorl.Adopt")
    @Label("Adopt")
    @Category("Whorl")
    @StackTrace(false)
    static final class Adopt extends Event {
        @Label("Number")
        long sequence;

        @Label("Segments")
        int segments;

        @Label("Documents")
        long documents;

        @Label("Bytes")
        @DataAmount
        long bytes;

        static Consumer<AdoptReport> started() {
            Adopt event = new Adopt();
            event.begin();
            return report -> {
                event.sequence = report.commit();
                event.segments = report.segments();
                event.documents = report.documents();
                event.bytes = report.bytes();
                event.commit();
            };
        }
    }

    /** Makes a segment. */
    abstract static class SegmentEvent extends Event {
        @Label("Documents")
        long documents;

        @Label("Postings")
        long postings;

        @Label("Bytes Written")
        @DataAmount
        long bytes;

        void made(Optional<SealedSegment> built) {
            built.ifPresent(s -> {
                documents = s.segment().counts().documents();
                postings = s.segment().counts().postings();
                bytes = s.segment().length();
            });
        }
    }

    /** A log becomes a segment. */
    @Name("io.whorl.Seal")
    @Label("Seal")
    @Category("Whorl")
    @StackTrace(false)
    static final class Seal extends SegmentEvent {
        @Label("Log")
        long log;

        static Consumer<WriterActivity.Seal> started() {
            Seal event = new Seal();
            event.begin();
            return seal -> {
                event.log = seal.log();
                event.made(seal.built());
                event.commit();
            };
        }
    }

    /** Segments are merged into one. */
    @Name("io.whorl.Merge")
    @Label("Merge")
    @Category("Whorl")
    @StackTrace(false)
    static final class Merge extends SegmentEvent {
        @Label("Segments Merged")
        int segments;

        @Label("Dead Documents Dropped")
        long dropped;

        @Label("Failure")
        String failure;

        static Consumer<WriterActivity.Merge> started() {
            Merge event = new Merge();
            event.begin();
            return merge -> {
                event.segments = merge.segments();
                event.dropped = merge.dropped();
                event.made(merge.built());
                event.failure = merge.failure();
                event.commit();
            };
        }
    }

    /** A writer makes a snapshot of a newer state of the index. */
    @Name("io.whorl.Refresh")
    @Label("Refresh")
    @Category("Whorl")
    @StackTrace(false)
    static final class Refresh extends Event {
        @Label("Documents")
        long documents;

        static LongConsumer started() {
            Refresh event = new Refresh();
            event.begin();
            return documents -> {
                event.documents = documents;
                event.commit();
            };
        }
    }

    /** Commits or seals wait for merges, because the index has as many segments as are allowed. */
    @Name("io.whorl.Stall")
    @Label("Stall")
    @Category("Whorl")
    @StackTrace(false)
    static final class Stall extends Event {
        @Label("Segments")
        int segments;

        static Runnable started(int segments) {
            Stall event = new Stall();
            event.segments = segments;
            event.begin();
            return event::commit;
        }
    }

    /** A writer that opens chooses to use a Chronicle Map or not. */
    @Name("io.whorl.LiveMap")
    @Label("Live Map")
    @Category("Whorl")
    @StackTrace(false)
    static final class LiveMap extends Event {
        @Label("Option")
        String option;

        @Label("With Map")
        boolean map;

        @Label("Reason")
        String reason;

        static Consumer<WriterActivity.LiveMapChoice> started() {
            LiveMap event = new LiveMap();
            event.begin();
            return choice -> {
                event.option = choice.option();
                event.map = choice.map();
                event.reason = choice.reason();
                event.commit();
            };
        }
    }
}
