package io.whorl.lab.run;

import io.whorl.lab.model.Configuration;
import io.whorl.lab.model.Outcome;
import java.time.Duration;
import java.util.Locale;
import java.util.function.Consumer;

/** Reports the progress of a run and estimates the remaining time. */
final class Progress {
    private final int configurations;
    private final Consumer<String> progress;
    private final long start = System.nanoTime();
    private int done;

    Progress(int configurations, Consumer<String> progress) {
        this.configurations = configurations;
        this.progress = progress;
    }

    /** @param grid the number of configurations in the grid */
    void begin(int grid, int indexes) {
        progress.accept(configurations + " configurations to measure with " + indexes + " indexes, of " + grid
                + " in the grid");
    }

    void built(Configuration first, double seconds) {
        progress.accept(String.format(Locale.ROOT, "index of %s built in %.1f s", first, seconds));
    }

    void done(Outcome outcome) {
        done++;
        double each = (System.nanoTime() - start) / 1e9 / done;
        long left = Math.round(each * (configurations - done));
        progress.accept(String.format(
                Locale.ROOT,
                "[%d/%d] %s: %s; %s left",
                done,
                configurations,
                outcome.configuration(),
                outcome.means(),
                Duration.ofSeconds(left).toString().substring(2).toLowerCase(Locale.ROOT)));
    }
}
