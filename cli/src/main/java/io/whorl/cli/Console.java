package io.whorl.cli;

import io.whorl.cli.Streams.LastingWriter;
import io.whorl.cluster.Clusters;
import io.whorl.query.Snapshot;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import me.tongfei.progressbar.DelegatingProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/**
 * The output of one command: results on standard output, messages on standard error.
 *
 * @param quiet whether notes and the progress bar are suppressed
 * @param shown the warnings that are shown once
 */
record Console(Streams streams, Format format, boolean quiet, Set<String> shown) {
    private static final long MEGABYTE = 1_000_000;

    public Console(Streams streams, Format format, boolean quiet) {
        this(streams, format, quiet, ConcurrentHashMap.newKeySet());
    }

    /**
     * True if the reader of the results has stopped early, so that no more of them arrive. Only a console of lasting
     * streams is ever closed; another one throws a {@link ClosedOutputException}.
     */
    public boolean isClosed() {
        return streams.out() instanceof LastingWriter out && out.isClosed();
    }

    public void warn(String format, Object... values) {
        streams.message(Amount.say(format, values));
    }

    /** Prints a warning, unless this console has printed it before. Thread-safe. */
    public void warnOnce(String message) {
        if (shown.add(message)) {
            warn(message);
        }
    }

    /** Prints a message that {@code --quiet} suppresses. */
    public void note(String format, Object... values) {
        if (!quiet) {
            warn(format, values);
        }
    }

    public <T> Table<T>.Rows open(Table<T> table) throws IOException {
        return table.open(
                format,
                streams.out(),
                new Table.Room(
                        streams.columns(),
                        titles -> note(
                                titles.isEmpty()
                                        ? "long texts are shortened to the terminal; --format json has them whole"
                                        : "no room on the terminal for " + String.join(", ", titles)
                                                + "; --format json has all")));
    }

    public <T> void print(Table<T> table, Iterable<T> rows) throws IOException {
        try (Table<T>.Rows opened = open(table)) {
            for (T row : rows) {
                opened.add(row);
            }
        }
    }

    public void print(Figures figures) throws IOException {
        figures.print(format, streams.out());
    }

    public Progress progress(String task, long totalBytes) {
        return hasProgressBar() ? new ProgressLine(streams, task, totalBytes, " MB", MEGABYTE) : streams::message;
    }

    public Progress progressOfDocuments(String task, long total) {
        return hasProgressBar() ? new ProgressLine(streams, task, total, " documents", 1) : streams::message;
    }

    /** Returns what a search finds, and shows its progress as a part of the documents. */
    public <R> R search(String task, Snapshot searched, Function<Clusters.Progress, R> search) {
        try (Progress progress = progressOfDocuments(task, searched.documents())) {
            return search.apply(progress.within(searched.documents()));
        }
    }

    /** Returns the number of columns of the terminal, or 80 if there is none. */
    public int width() {
        return streams.terminal().getAsBoolean() ? Terminal.width() : Terminal.DEFAULT_WIDTH;
    }

    private boolean hasProgressBar() {
        return !quiet && streams.terminal().getAsBoolean();
    }

    /** A progress bar with documents, MB/s and the remaining time, redrawn in place. */
    private static final class ProgressLine implements Progress {
        private static final int REDRAWN_MILLIS = 250;
        private static final String ERASE_LINE = "\r\u001b[K";

        private final Streams streams;
        private final ProgressBar bar;

        /**
         * @param unit the unit that the bar shows
         * @param unitSize the size of that unit in units of the total
         */
        ProgressLine(Streams streams, String task, long total, String unit, long unitSize) {
            this.streams = streams;
            bar = new ProgressBarBuilder()
                    .setTaskName(task)
                    .setInitialMax(total)
                    .setUnit(unit, unitSize)
                    .showSpeed()
                    .setStyle(ProgressBarStyle.ASCII)
                    .setUpdateIntervalMillis(REDRAWN_MILLIS)
                    .setConsumer(new DelegatingProgressBarConsumer(this::draw, Terminal.width() - 1))
                    .build();
        }

        private void draw(String line) {
            streams.err().print('\r' + line);
            streams.err().flush();
        }

        @Override
        public void at(long done) {
            bar.stepTo(done);
        }

        @Override
        public void at(long bytes, long documents) {
            bar.stepTo(bytes);
            bar.setExtraMessage(" " + Amount.of(documents, "document"));
        }

        @Override
        public void phase(String what) {
            bar.setExtraMessage(" " + what);
            bar.refresh();
        }

        @Override
        public void makeWay() {
            streams.err().print(ERASE_LINE);
            streams.err().flush();
        }

        @Override
        public void message(String text) {
            // The message would follow the bar on its line.
            makeWay();
            streams.message(text);
        }

        @Override
        public void close() {
            bar.close();
            streams.err().println();
        }
    }

    /** Properties of the terminal that Java 17 does not provide. */
    static final class Terminal {
        static final int DEFAULT_WIDTH = 80;

        private Terminal() {}

        /**
         * True if standard error is a terminal. {@link System#console()} tells it of standard input and output, which
         * are often redirected.
         */
        static boolean isStandardError() {
            return !"dumb".equals(System.getenv("TERM")) && isTerminal(2);
        }

        /** Returns the number of columns, or the largest number if standard output is no terminal. */
        static int columnsOfStandardOutput() {
            return isTerminal(1) ? width() : Integer.MAX_VALUE;
        }

        private static boolean isTerminal(int stream) {
            try {
                ProcessBuilder test = new ProcessBuilder("test", "-t", Integer.toString(stream));
                Process started = (stream == 1
                                ? test.redirectOutput(Redirect.INHERIT)
                                : test.redirectError(Redirect.INHERIT))
                        .start();
                return started.waitFor(2, TimeUnit.SECONDS) && started.exitValue() == 0;
            } catch (IOException noSuchProgram) {
                return System.console() != null;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }

        /** Returns the number of columns, or 80 if it is unknown. */
        static int width() {
            try {
                Process size = new ProcessBuilder("stty", "size")
                        .redirectInput(new File("/dev/tty"))
                        .start();
                String[] rowsAndColumns = new String(size.getInputStream().readAllBytes(), StandardCharsets.US_ASCII)
                        .trim()
                        .split(" ");
                return rowsAndColumns.length == 2 ? Math.max(40, Integer.parseInt(rowsAndColumns[1])) : DEFAULT_WIDTH;
            } catch (IOException | NumberFormatException unknown) {
                return DEFAULT_WIDTH;
            }
        }
    }
}
