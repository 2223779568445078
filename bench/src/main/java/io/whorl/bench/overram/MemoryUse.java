package io.whorl.bench.overram;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;

/** What Linux says about the reads of this process, and about the memory that holds the files it has read. */
final class MemoryUse {
    private static final Path READS = Path.of("/proc/self/io");
    private static final Path GROUPS = Path.of("/proc/self/cgroup");
    private static final Path GROUP_FILES = Path.of("/sys/fs/cgroup");

    private MemoryUse() {}

    /** Returns the bytes that the process has made the system read from disks; empty if the system does not say. */
    static OptionalLong bytesRead() {
        return field(READS, "read_bytes: ");
    }

    /** Returns the bytes of files in the memory of the control group of this process; empty if there is none. */
    static OptionalLong cached() {
        try {
            for (String line : Files.readAllLines(GROUPS)) {
                String[] parts = line.split(":", 3);
                if (parts[1].equals("memory")) {
                    return field(group("memory" + parts[2]), "total_cache ");
                }
                if (parts[1].isEmpty() && Files.exists(group(parts[2]))) {
                    return field(group(parts[2]), "file ");
                }
            }
        } catch (IOException e) {
            // Another system, or no control groups.
        }
        return OptionalLong.empty();
    }

    private static Path group(String name) {
        return GROUP_FILES
                .resolve(name.startsWith("/") ? name.substring(1) : name)
                .resolve("memory.stat");
    }

    private static OptionalLong field(Path file, String name) {
        try {
            List<String> lines = Files.readAllLines(file);
            return lines.stream()
                    .filter(line -> line.startsWith(name))
                    .mapToLong(line -> Long.parseLong(line.substring(name.length())))
                    .findFirst();
        } catch (IOException e) {
            return OptionalLong.empty();
        }
    }
}
