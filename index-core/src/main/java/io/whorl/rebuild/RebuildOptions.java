package io.whorl.rebuild;

import io.whorl.build.BuildOptions;

/**
 * How a rebuild goes about its work. None of this changes a byte of the index, and all of it may be otherwise at a resume.
 *
 * @param memory bytes of heap for what grows with the corpus, as {@link BuildOptions#memory}
 * @param threads as {@link BuildOptions#threads}
 * @param runText bytes of text after which what was read is made a finished step, 1 to 2^50; the most that a kill loses
 * @param expectedText bytes of text that the sources have at the least, as far as known, for estimating the disk needed; 0
 *     for unknown
 * @param overrun whether to resume although documents were added to the index or deleted since; these changes are lost
 */
public record RebuildOptions(long memory, int threads, long runText, long expectedText, boolean overrun) {
    /** Memory and threads as a build's; runs of 512 MiB. */
    public static final RebuildOptions DEFAULT = new RebuildOptions(
            BuildOptions.DEFAULT.memory(), BuildOptions.DEFAULT.threads(), 512L << 20, 0, false);

    private static final long MOST = 1L << 50;

    public RebuildOptions {
        BuildOptions.DEFAULT.memory(memory).threads(threads);
        if (runText < 1 || runText > MOST) {
            throw new IllegalArgumentException("run-text is " + runText + "; it must be from 1 to " + MOST);
        }
        if (expectedText < 0) {
            throw new IllegalArgumentException("expected-text is " + expectedText + "; it must not be negative");
        }
    }

    public RebuildOptions memory(long bytes) {
        return new RebuildOptions(bytes, threads, runText, expectedText, overrun);
    }

    public RebuildOptions threads(int value) {
        return new RebuildOptions(memory, value, runText, expectedText, overrun);
    }

    public RebuildOptions runText(long bytes) {
        return new RebuildOptions(memory, threads, bytes, expectedText, overrun);
    }

    public RebuildOptions expectedText(long bytes) {
        return new RebuildOptions(memory, threads, runText, bytes, overrun);
    }

    public RebuildOptions overrun(boolean value) {
        return new RebuildOptions(memory, threads, runText, expectedText, value);
    }
}
