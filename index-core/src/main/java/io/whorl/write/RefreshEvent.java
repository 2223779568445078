package io.whorl.write;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** The making of a snapshot of a newer state of the index. */
@Name("io.whorl.Refresh")
@Label("Refresh")
@Category("Whorl")
@StackTrace(false)
final class RefreshEvent extends Event {
    @Label("Documents")
    long documents;
}
