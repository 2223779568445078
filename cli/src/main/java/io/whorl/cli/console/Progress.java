package io.whorl.cli.console;

/** How far long work has come, on standard error; nothing but the notes where nobody watches. One thread. */
public interface Progress extends AutoCloseable {
    static Progress of(Streams streams, boolean quiet, String task, long totalBytes) {
        return !quiet && streams.terminal().getAsBoolean()
                ? new ProgressLine(streams, task, totalBytes)
                : streams::tell;
    }

    /** For work that is counted in documents; without a watcher it tells only notes. */
    static Progress ofDocuments(Streams streams, boolean quiet, String task, long total) {
        return !quiet && streams.terminal().getAsBoolean()
                ? new ProgressLine(streams, task, total, " documents", 1)
                : streams::tell;
    }

    /** Shows that so much of the total is done. */
    default void at(long done) {}

    /** Shows that so many of the bytes are read, and so many documents. */
    default void at(long bytes, long documents) {}

    /** Shows what is done after all is read. */
    default void phase(String what) {}

    /** A line that stays. */
    void tell(String message);

    @Override
    default void close() {}
}
