package io.whorl.cli.console;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.util.Locale;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** A progress bar with documents, MB/s and the remaining time, redrawn in place. */
final class ProgressLine implements Progress {
    private static final long MEGABYTE = 1_000_000;
    private static final int REDRAWN_MILLIS = 250;
    private static final String ERASE_LINE = "\r\u001b[K";

    private final Streams streams;
    private final ProgressBar bar;

    ProgressLine(Streams streams, String task, long totalBytes) {
        this(streams, task, totalBytes, " MB", MEGABYTE);
    }

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
                .setConsumer(new ConsoleProgressBarConsumer(
                        new PrintStream(new FileOutputStream(FileDescriptor.err)), Terminal.width() - 1))
                .build();
    }

    @Override
    public void at(long done) {
        bar.stepTo(done);
    }

    @Override
    public void at(long bytes, long documents) {
        bar.stepTo(bytes);
        bar.setExtraMessage(String.format(Locale.ROOT, " %,d documents", documents));
    }

    @Override
    public void phase(String what) {
        bar.setExtraMessage(" " + what);
        bar.refresh();
    }

    @Override
    public void message(String text) {
        // Erase the line of the bar, which the message would follow.
        streams.err().print(ERASE_LINE);
        streams.message(text);
    }

    @Override
    public void close() {
        bar.close();
    }
}
