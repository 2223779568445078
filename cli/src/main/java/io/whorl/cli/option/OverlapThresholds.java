package io.whorl.cli.option;

import io.whorl.query.OverlapOptions;
import java.io.IOException;
import picocli.CommandLine.Option;

/** When a text counts as contaminated or partial. */
public final class OverlapThresholds {
    @Option(names = "--contaminated-run", paramLabel = "N")
    private int contaminatedRun = OverlapOptions.DEFAULT.contaminatedRun();

    @Option(names = "--contaminated-share", paramLabel = "X")
    private double contaminatedShare = OverlapOptions.DEFAULT.contaminatedShare();

    @Option(names = "--partial-run", paramLabel = "N")
    private Integer partialRun;

    @Option(names = "--top", paramLabel = "N")
    private int top = OverlapOptions.DEFAULT.top();

    @Option(names = "--max-df", paramLabel = "N|none", converter = FrequencyLimitConverter.class)
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
