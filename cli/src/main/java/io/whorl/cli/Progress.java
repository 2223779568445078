package io.whorl.cli;

import io.whorl.cluster.Clusters;

/** The progress of a long task on standard error. If no progress bar is shown, only the messages are printed. */
interface Progress extends AutoCloseable {
    /** Shows that so much of the total is done. */
    default void at(long done) {}

    /** Returns the progress of a part, which shows its share of a total. */
    default Clusters.Progress within(long total) {
        return (done, all) -> at(Math.round((double) total * done / Math.max(1, all)));
    }

    /** Shows how many bytes and documents are read. */
    default void at(long bytes, long documents) {}

    /** Shows the name of the step that follows reading. */
    default void phase(String name) {}

    /** Takes the bar off the line, because a result follows on standard output. */
    default void makeWay() {}

    /** Prints a line that stays on the screen. */
    void message(String text);

    @Override
    default void close() {}
}
