package io.whorl.write;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** The time in which commits or seals wait for merges, because there are as many segments as there may be. */
@Name("io.whorl.Stall")
@Label("Stall")
@Category("Whorl")
@StackTrace(false)
final class StallEvent extends Event {
    @Label("Segments")
    int segments;
}
