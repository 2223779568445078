package io.whorl.bulk;

import java.util.Objects;

/**
 * @param replace whether an index at the path is replaced (in one step, once the new one is complete)
 * @param memory bytes of heap that the build may use for what grows with the corpus; beyond, it spills to disk; 16 MiB
 *     to 1 PiB
 * @param threads threads that fingerprint and sort, 1 to 1,024
 * @param minDocument documents with fewer surviving words are left out and counted (HZ 7: 50); 0 for none
 * @param duplicates what is done about documents that equal an earlier one
 * @param runText bytes of text after which a run ends, at least 1; {@link Long#MAX_VALUE} to end runs by memory alone
 * @param reserve bytes of the disk that are to stay free: where a build would take more it stops
 *     ({@link io.whorl.DiskSpaceException}); 0 to have the disk not watched
 */
public record BuildOptions(
        boolean replace,
        long memory,
        int threads,
        long minDocument,
        Duplicates duplicates,
        long runText,
        long reserve) {
    /** Less memory than this a build cannot be given. */
    public static final long LEAST_MEMORY = 16L << 20;

    /** No replacing, half of the heap, all cores, every document; duplicates not looked for; 64 MiB stay free. */
    public static final BuildOptions DEFAULT = new BuildOptions(
            false,
            Math.max(LEAST_MEMORY, Runtime.getRuntime().maxMemory() / 2),
            Runtime.getRuntime().availableProcessors(),
            0,
            Duplicates.IGNORE,
            Long.MAX_VALUE,
            64L << 20);

    public BuildOptions {
        check("memory", memory, LEAST_MEMORY, 1L << 50);
        check("threads", threads, 1, 1_024);
        check("min-document", minDocument, 0, Long.MAX_VALUE);
        Objects.requireNonNull(duplicates, "duplicates");
        check("run-text", runText, 1, Long.MAX_VALUE);
        check("reserve", reserve, 0, 1L << 50);
    }

    public BuildOptions replace(boolean value) {
        return new BuildOptions(value, memory, threads, minDocument, duplicates, runText, reserve);
    }

    public BuildOptions memory(long bytes) {
        return new BuildOptions(replace, bytes, threads, minDocument, duplicates, runText, reserve);
    }

    public BuildOptions threads(int value) {
        return new BuildOptions(replace, memory, value, minDocument, duplicates, runText, reserve);
    }

    public BuildOptions minDocument(long words) {
        return new BuildOptions(replace, memory, threads, words, duplicates, runText, reserve);
    }

    public BuildOptions duplicates(Duplicates value) {
        return new BuildOptions(replace, memory, threads, minDocument, value, runText, reserve);
    }

    public BuildOptions runText(long bytes) {
        return new BuildOptions(replace, memory, threads, minDocument, duplicates, bytes, reserve);
    }

    public BuildOptions reserve(long bytes) {
        return new BuildOptions(replace, memory, threads, minDocument, duplicates, runText, bytes);
    }

    private static void check(String name, long value, long least, long most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(name + " is " + value + "; it must be from " + least + " to " + most);
        }
    }
}
