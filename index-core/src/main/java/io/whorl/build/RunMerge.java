package io.whorl.build;

import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Merges the runs of a build into one segment, byte for byte that of a build in one run. */
public final class RunMerge {
    private RunMerge() {}

    /**
     * Writes the merged segment and forces the file, not its directory, to disk; the runs stay. Where it fails or is
     * cancelled the file is removed.
     *
     * @param scheme as {@link RunBuilder} was given it
     * @param runs segments ({@link RunBuilder#file}) in the order of their numbers, 1 to {@value #MOST_RUNS}
     * @param duplicates sought only if they were sought when the runs were built
     * @param segment made anew; a file of that name is replaced
     * @param options memory and threads, and what is to stay free of the disk
     * @param scratch the directory where scratch files go, each unlinked as soon as it is open
     * @param cancelled asked every few thousand minutiae and documents
     * @throws java.util.concurrent.CancellationException once {@code cancelled} says so
     * @throws io.whorl.CorruptIndexException if a run is damaged
     */
    public static BuildReport merge(Scheme scheme, List<Path> runs, Duplicates duplicates, Path segment,
            BuildOptions options, Path scratch, BooleanSupplier cancelled) throws IOException {
        throw new UnsupportedOperationException();
    }

    /** More are not merged: a build with more memory has fewer. */
    public static final int MOST_RUNS = 4_096;
}
