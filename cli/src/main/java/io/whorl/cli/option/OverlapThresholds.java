package io.whorl.cli.option;

import io.whorl.query.OverlapOptions;
import java.io.IOException;
import picocli.CommandLine.Option;

/** When a text counts as contaminated or partial. */
public final class OverlapThresholds {
    @Option(
            names = "--contaminated-run",
            paramLabel = "N",
            description = "A text is contaminated if its longest run has N words, 1 or more (default: 50).")
    private int contaminatedRun = OverlapOptions.DEFAULT.contaminatedRun();

    @Option(
            names = "--contaminated-share",
            paramLabel = "X",
            description = "A text is also contaminated if the index holds this share of its minutiae, more than 0, up"
                    + " to 1, and a run makes it partial (default: 0.7).")
    private double contaminatedShare = OverlapOptions.DEFAULT.contaminatedShare();

    @Option(
            names = "--partial-run",
            paramLabel = "N",
            description = "A text is partial if its longest run has N words, 1 or more, or is the whole text"
                    + " (default: 13, or --contaminated-run if that is less).")
    private Integer partialRun;

    @Option(
            names = "--top",
            paramLabel = "N",
            description = "Name the N documents that hold most of a text, 1 to 10000000 (default: 5).")
    private int top = OverlapOptions.DEFAULT.top();

    @Option(
            names = "--max-df",
            paramLabel = "N|none",
            converter = FrequencyLimitConverter.class,
            description = "Ignore minutiae that more than N documents hold, 1 or more: standard phrases. They neither"
                    + " count nor interrupt a run (default: none).")
    private long maxDf = OverlapOptions.DEFAULT.maxDf();

    /** @param threads the threads that share the memory */
    public OverlapOptions checked(int threads, Usage usage) throws IOException {
        int partial = partialRun != null ? partialRun : Math.min(OverlapOptions.DEFAULT.partialRun(), contaminatedRun);
        return usage.checked(() -> OverlapOptions.builder()
                .contaminatedRun(contaminatedRun)
                .contaminatedShare(contaminatedShare)
                .partialRun(partial)
                .top(top)
                .maxDf(maxDf)
                .memory(OverlapOptions.DEFAULT.memory() / threads)
                .build());
    }
}
