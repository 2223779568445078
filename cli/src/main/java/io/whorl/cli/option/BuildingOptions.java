package io.whorl.cli.option;

import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.Duplicates;
import java.io.IOException;
import picocli.CommandLine.Option;

/** How an index is built, for the commands that build a whole one. */
public final class BuildingOptions {
    @Option(
            names = "--memory",
            paramLabel = "SIZE",
            converter = ByteSize.Converter.class,
            description =
                    "Heap for what grows with the corpus, such as 512m or 4g, from 16m up to java's own limit (-Xmx);"
                            + " beyond, it goes to disk (default: half of java's limit; with rebuild no more than a quarter of the"
                            + " machine's memory).")
    private ByteSize memory;

    @Option(
            names = "--min-document",
            paramLabel = "N",
            description = "Leave out documents of fewer words, 0 or more (default: 0).")
    private long minDocument;

    @Option(
            names = "--duplicates",
            paramLabel = "keep|first|alias",
            converter = DuplicatesConverter.class,
            description = {
                "What to do about documents equal to an earlier one of another id: keep them, keep the first alone (of those of",
                "the same words; first:exact, first:lexical and first:fingerprint say how equal), or let documents of one",
                "fingerprint share one set of postings (alias). All are counted, but with ignore, which looks for none (default:",
                "ignore; with rebuild keep)."
            })
    private Duplicates duplicates;

    /**
     * @param usual what holds where nothing else is asked for
     * @param wrongUsage makes the exception thrown for a value out of its range
     */
    public BuildOptions over(BuildOptions usual, Usage usage) throws IOException {
        long limit = Runtime.getRuntime().maxMemory();
        if (memory != null && memory.bytes() > limit) {
            throw usage.error("--memory is " + memory + ", and java's own limit is " + (limit >> 20)
                    + "m; give less, or start java with a larger -Xmx");
        }
        return usage.checked(() -> {
            BuildOptions building = usual.toBuilder().minDocument(minDocument).build();
            building = memory == null
                    ? building
                    : building.toBuilder().memory(memory.bytes()).build();
            return duplicates == null
                    ? building
                    : building.toBuilder().duplicates(duplicates).build();
        });
    }
}
