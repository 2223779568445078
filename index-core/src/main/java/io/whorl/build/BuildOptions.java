package io.whorl.build;

/**
 * @param replace whether an index at the path is replaced (in one step, once the new one is complete)
 * @param memory bytes of heap that the build may use for what grows with the corpus; beyond, it spills to disk;
 *     16 MiB to 1 PiB
 * @param threads threads that fingerprint and sort, 1 to 1,024
 * @param minDocument documents with fewer surviving words are left out and counted (HZ 7: 50); 0 for none
 */
public record BuildOptions(boolean replace, long memory, int threads, long minDocument) {
    /** No replacing, half of the heap, all cores, every document. */
    public static final BuildOptions DEFAULT = new BuildOptions(
            false,
            Math.max(16L << 20, Runtime.getRuntime().maxMemory() / 2),
            Runtime.getRuntime().availableProcessors(),
            0);

    public BuildOptions {
        check("memory", memory, 16L << 20, 1L << 50);
        check("threads", threads, 1, 1_024);
        check("min-document", minDocument, 0, Long.MAX_VALUE);
    }

    public BuildOptions replace(boolean value) {
        return new BuildOptions(value, memory, threads, minDocument);
    }

    public BuildOptions memory(long bytes) {
        return new BuildOptions(replace, bytes, threads, minDocument);
    }

    public BuildOptions threads(int value) {
        return new BuildOptions(replace, memory, value, minDocument);
    }

    public BuildOptions minDocument(long words) {
        return new BuildOptions(replace, memory, threads, words);
    }

    private static void check(String name, long value, long least, long most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(name + " is " + value + "; it must be from " + least + " to " + most);
        }
    }
}
