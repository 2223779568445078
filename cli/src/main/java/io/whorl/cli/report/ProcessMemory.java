package io.whorl.cli.report;

import com.sun.management.OperatingSystemMXBean;
import io.whorl.bulk.BuildOptions;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;

/** The memory of the machine, and how much of it this process used. */
public final class ProcessMemory {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String PEAK_RESIDENT = "VmHWM:";

    private static final int MACHINE_FRACTION = 4;
    private static final int HEAP_FRACTION = 2;

    private ProcessMemory() {}

    /** Returns the memory of the machine, or of the container, in bytes. */
    static long total() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getTotalMemorySize();
    }

    /** Returns the default memory of a rebuild: a part of the machine, and of the heap. */
    public static long forBuilds() {
        long heap = Runtime.getRuntime().maxMemory();
        return Math.max(BuildOptions.LEAST_MEMORY, Math.min(total() / MACHINE_FRACTION, heap / HEAP_FRACTION));
    }

    /**
     * Returns an upper bound of the peak use of the heap in bytes, with garbage. The pools need not have peaked at the
     * same time.
     */
    public static long peakHeap() {
        long parts = ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .mapToLong(pool -> pool.getPeakUsage().getUsed())
                .sum();
        return Math.min(parts, Runtime.getRuntime().maxMemory());
    }

    /** Returns the peak of the resident bytes, with mapped files, or nothing if the system does not report it. */
    public static OptionalLong peakResident() {
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
