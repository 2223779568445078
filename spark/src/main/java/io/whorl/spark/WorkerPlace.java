package io.whorl.spark;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.SparkEnv;
import org.apache.spark.TaskContext;

/** What a task may use of its worker: a directory and a share of the heap. */
final class WorkerPlace {
    /** The part of the heap that the tasks of an executor share: Spark's own memory is 60 % of it. */
    private static final int HEAP_PARTS = 4;

    private WorkerPlace() {}

    /**
     * The directory of temporary files of a task. Spark's local directories are removed with the executor, also one
     * that was killed.
     */
    static Path scratch(String chosen, int partition) throws IOException {
        if (!chosen.isEmpty()) {
            return Files.createDirectories(Path.of(chosen));
        }
        File[] local = SparkEnv.get().blockManager().diskBlockManager().localDirs();
        return Files.createDirectories(local[partition % local.length].toPath());
    }

    /** Bytes of heap for the data of one task. */
    static long memory(TaskContext context) {
        int processors = Runtime.getRuntime().availableProcessors();
        int cores = SparkEnv.get().conf().getInt("spark.executor.cores", processors);
        int tasks = Math.max(1, cores / context.cpus());
        return Runtime.getRuntime().maxMemory() / HEAP_PARTS / tasks;
    }

    /** Removes a directory and what is in it. */
    static void remove(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return;
        }
        List<Path> deepestFirst;
        try (Stream<Path> paths = Files.walk(directory)) {
            deepestFirst = paths.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path path : deepestFirst) {
            Files.deleteIfExists(path);
        }
    }
}
