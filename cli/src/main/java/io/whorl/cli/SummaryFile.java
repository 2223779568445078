package io.whorl.cli;

import com.sun.management.OperatingSystemMXBean;
import io.whorl.bulk.BuildOptions;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;

/** The file of {@code --summary}: the figures of a command in JSON, and how long it took in how much memory. */
final class SummaryFile {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String PEAK_RESIDENT = "VmHWM:";

    private static final int MACHINE_FRACTION = 4;
    private static final int HEAP_FRACTION = 2;

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
        return path.isPresent() ? Optional.of(new SummaryFile(ResultFile.at(path.get()))) : Optional.empty();
    }

    /**
     * Writes the figures, and adds those of the run.
     *
     * @param textBytes the bytes of the texts that were read; 0 if they are not known
     */
    public void write(Figures figures, long textBytes) throws IOException {
        double seconds = Amount.secondsSince(started);
        figures.hundredth("seconds", seconds);
        if (textBytes > 0) {
            figures.hundredth("megabytesPerSecond", textBytes / Amount.MEGABYTE / seconds);
        }
        memory(figures);
        file.writeText(out -> figures.print(Format.JSON, out));
    }

    public static void memory(Figures figures) {
        figures.count("peakHeap", peakHeap());
        peakResident().ifPresent(bytes -> figures.count("peakResident", bytes));
    }

    /** Returns the memory of the machine, or of the container, in bytes. */
    private static long total() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getTotalMemorySize();
    }

    /** Returns the default memory of a rebuild: a part of the machine, and of the heap. */
    static long memoryForBuilds() {
        long heap = Runtime.getRuntime().maxMemory();
        return Math.max(BuildOptions.LEAST_MEMORY, Math.min(total() / MACHINE_FRACTION, heap / HEAP_FRACTION));
    }

    /**
     * Returns an upper bound of the peak use of the heap in bytes, with garbage. The pools need not have peaked at the
     * same time.
     */
    private static long peakHeap() {
        long parts = ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .mapToLong(pool -> pool.getPeakUsage().getUsed())
                .sum();
        return Math.min(parts, Runtime.getRuntime().maxMemory());
    }

    /** Returns the peak of the resident bytes, with mapped files, or nothing if the system does not report it. */
    private static OptionalLong peakResident() {
        try {
            return Files.readAllLines(STATUS).stream()
                    .filter(line -> line.startsWith(PEAK_RESIDENT))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10)
                    .findFirst();
        } catch (IOException e) {
            return OptionalLong.empty();
        }
    }
}
