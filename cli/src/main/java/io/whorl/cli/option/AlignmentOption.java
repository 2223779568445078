package io.whorl.cli.option;

import io.whorl.align.AlignmentOptions;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The option that turns alignment on, and how texts are aligned. */
public final class AlignmentOption extends AlignmentSettings {
    @Option(
            names = "--passages",
            description = "Print the passages that both texts share, verbatim or reworded, instead of the figures.")
    private boolean passages;

    /** Returns the options of alignment, if passages are requested. */
    public Optional<AlignmentOptions> options(Usage usage) {
        if (!passages) {
            if (given()) {
                throw usage.error("--language, --setting and --summaries need --passages");
            }
            return Optional.empty();
        }
        return Optional.of(of(usage));
    }
}
