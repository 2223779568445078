package io.whorl.cli.report;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;

/** What this process has of the machine's memory. */
public final class ProcessMemory {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String PEAK_RESIDENT = "VmHWM:";

    private ProcessMemory() {}

    /** Bytes of memory of the machine, or of the container. */
    public static long memory() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getTotalMemorySize();
    }

    /**
     * A bound for the most bytes of heap that were in use, garbage included: its parts need not have peaked at once.
     */
    public static long peakHeap() {
        long parts = ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .mapToLong(pool -> pool.getPeakUsage().getUsed())
                .sum();
        return Math.min(parts, Runtime.getRuntime().maxMemory());
    }

    /** The most bytes that were resident, mapped files included; nothing where the system does not tell. */
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
