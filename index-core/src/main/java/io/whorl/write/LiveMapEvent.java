package io.whorl.write;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** The choice of a writer that opens: with a Chronicle Map or without. */
@Name("io.whorl.LiveMap")
@Label("Live Map")
@Category("Whorl")
@StackTrace(false)
final class LiveMapEvent extends Event {
    @Label("Option")
    String option;

    @Label("With Map")
    boolean map;

    @Label("Reason")
    String reason;
}
