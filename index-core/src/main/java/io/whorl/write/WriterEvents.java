package io.whorl.write;

import java.util.Optional;
import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** The events that a writer reports to the JDK Flight Recorder. */
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
        String failure = "";
    }

    /** A writer makes a snapshot of a newer state of the index. */
    @Name("io.whorl.Refresh")
    @Label("Refresh")
    @Category("Whorl")
    @StackTrace(false)
    static final class Refresh extends Event {
        @Label("Documents")
        long documents;
    }

    /** Commits or seals wait for merges, because the index has as many segments as are allowed. */
    @Name("io.whorl.Stall")
    @Label("Stall")
    @Category("Whorl")
    @StackTrace(false)
    static final class Stall extends Event {
        @Label("Segments")
        int segments;
    }

    /** A writer that opens chooses to use a Chronicle Map or not. */
    @Name("io.whorl.LiveMap")
    @Label("Live Map")
    @Category("Whorl")
    @StackTrace(false)
    static final class LiveMapChoice extends Event {
        @Label("Option")
        String option;

        @Label("With Map")
        boolean map;

        @Label("Reason")
        String reason;
    }
}
