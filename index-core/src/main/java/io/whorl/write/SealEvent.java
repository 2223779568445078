package io.whorl.write;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** The making of a segment of what a log holds. */
@Name("io.whorl.Seal")
@Label("Seal")
@Category("Whorl")
@StackTrace(false)
final class SealEvent extends Event {
    @Label("Log")
    long log;

    @Label("Documents")
    long documents;

    @Label("Postings")
    long postings;

    @Label("Bytes Written")
    @DataAmount
    long bytes;
}
