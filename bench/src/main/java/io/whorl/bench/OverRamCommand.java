package io.whorl.bench;

import io.whorl.bench.data.SingletonText;
import io.whorl.bench.data.WorkFolder;
import io.whorl.bench.jmh.WhorlIndexes;
import io.whorl.bench.overram.OverRam;
import io.whorl.bench.report.Machine;
import io.whorl.bench.report.Results;
import io.whorl.query.Snapshot;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Queries an index of singletons that should be larger than the memory for it; {@code bench/over-ram} limits that. */
@Command(
        name = "over-ram",
        mixinStandardHelpOptions = true,
        showDefaultValues = true,
        description = "Measures queries of an index that is larger than memory. The script bench/over-ram limits the"
                + " memory and runs this command.",
        footerHeading = "%nExample:%n",
        footer = "  java -jar bench.jar over-ram --work DIR --build")
final class OverRamCommand implements Callable<Integer> {
    private static final int CHUNKS = 997;

    @Option(
            names = "--work",
            paramLabel = "DIR",
            required = true,
            description = "The folder of the index; it is built if it does not exist.")
    private Path work;

    @Option(
            names = "--documents",
            paramLabel = "N",
            defaultValue = "330000",
            description = "The number of documents of 1,000 words; each takes 6 KB in the index.")
    private int documents;

    @Option(names = "--build", description = "Only builds the index and writes the path of its folder.")
    private boolean build;

    @Option(
            names = "--threads",
            paramLabel = "N",
            split = ",",
            defaultValue = "1,4",
            description = "The numbers of threads that query.")
    private List<Integer> threads;

    @Option(names = "--seconds", paramLabel = "N", defaultValue = "10", description = "The time of each measurement.")
    private int seconds;

    @Override
    public Integer call() throws Exception {
        SingletonText text = new SingletonText(documents, CHUNKS);
        Path index = WhorlIndexes.made(text, WorkFolder.in(work.toString()));
        if (build) {
            System.out.println(index);
            return 0;
        }
        try (Snapshot snapshot = Snapshot.open(index)) {
            String set = String.format("%,d documents of %,d distinct minutiae", documents, CHUNKS);
            System.out.print(new Results(
                            "over-ram",
                            Machine.description(),
                            Machine.commit().orElse("unknown"),
                            set,
                            new OverRam(text, seconds).measure(snapshot, threads))
                    .markdown());
        }
        return 0;
    }
}
