package io.whorl.write;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** The merging of segments to one. */
@Name("io.whorl.Merge")
@Label("Merge")
@Category("Whorl")
@StackTrace(false)
final class MergeEvent extends Event {
    @Label("Segments Merged")
    int segments;

    @Label("Documents")
    long documents;

    @Label("Dead Documents Dropped")
    long dropped;

    @Label("Postings")
    long postings;

    @Label("Bytes Written")
    @DataAmount
    long bytes;

    @Label("Failure")
    String failure = "";
}
