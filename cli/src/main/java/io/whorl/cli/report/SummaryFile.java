package io.whorl.cli.report;

import io.whorl.cli.console.FailedException;
import io.whorl.cli.console.ResultFile;
import io.whorl.cli.output.Figures;
import io.whorl.cli.output.Format;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** The file of {@code --summary}: the figures of a command in JSON, and how long it took in how much memory. */
public final class SummaryFile {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double MEGABYTE = 1e6;

    private final ResultFile file;
    private final long started = System.nanoTime();

    private SummaryFile(ResultFile file) {
        this.file = file;
    }

    /**
     * Returns the file of an option, if there is one. Create it when the work begins.
     *
     * @throws FailedException if the file cannot be written
     */
    public static Optional<SummaryFile> at(Optional<Path> path) throws FailedException {
        return ResultFile.at(path).map(SummaryFile::new);
    }

    /**
     * Writes the figures, and adds those of the run.
     *
     * @param textBytes the bytes of the texts that were read; 0 if they are not known
     */
    public void write(Figures figures, long textBytes) throws IOException {
        double seconds = (System.nanoTime() - started) / NANOS_PER_SECOND;
        figures.hundredth("seconds", seconds);
        if (textBytes > 0) {
            figures.hundredth("megabytesPerSecond", textBytes / MEGABYTE / seconds);
        }
        memory(figures);
        file.writeText(out -> figures.print(Format.JSON, out));
    }

    static void memory(Figures figures) {
        figures.count("peakHeap", ProcessMemory.peakHeap());
        ProcessMemory.peakResident().ifPresent(bytes -> figures.count("peakResident", bytes));
    }
}
