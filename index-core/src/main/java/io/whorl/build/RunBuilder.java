package io.whorl.build;

import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Builds one run of a long build: a segment of some of its documents, and beside it what tells duplicates, to be merged
 * by {@link RunMerge} with the others. A finished run is a step done: where runs end does not change the bytes of what
 * they are merged to. Fingerprints in parallel; one thread adds.
 */
public final class RunBuilder implements AutoCloseable {
    /**
     * @param options {@link BuildOptions#replace} is not heeded
     * @param directory where the run's files and scratch files go; it is there already
     * @param number of the run, from 1: the order of arrival
     * @throws io.whorl.InvalidSchemeException if the scheme cannot be carried out
     */
    public RunBuilder(Scheme scheme, BuildOptions options, Path directory, int number) throws IOException {
        throw new UnsupportedOperationException();
    }

    /** The run's segment; beside it, of the same name, is the file that ends in {@code .ids}. */
    public static Path file(Path directory, int number) {
        throw new UnsupportedOperationException();
    }

    /** As {@link IndexBuilder#add}. A full run takes more, but uses more memory for it than it was given. */
    public void add(String id, byte[] utf8) throws IOException {
        throw new UnsupportedOperationException();
    }

    /** Whether its share of the memory is used up, or it has taken as much text as a run is to have. */
    public boolean isFull() {
        throw new UnsupportedOperationException();
    }

    /** Writes the run; its files are forced to disk, their directory is not. Nothing is left of a run that failed. */
    public RunReport finish() throws IOException {
        throw new UnsupportedOperationException();
    }

    /** Stops; unless {@link #finish} returned, nothing is left of the run. */
    @Override
    public void close() throws IOException {}
}
