package io.whorl.write;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A commit, from taking what was added to its being visible. */
@Name("io.whorl.Commit")
@Label("Commit")
@Category("Whorl")
@StackTrace(false)
final class CommitEvent extends Event {
    @Label("Number")
    long sequence;

    @Label("Operations")
    long operations;

    /** Of a commit straight to a segment with the repeats within a document, which are only found when it is sorted. */
    @Label("Postings")
    long postings;

    @Label("Bytes Written")
    @DataAmount
    long bytes;

    @Label("Straight to a Segment")
    boolean straight;
}
