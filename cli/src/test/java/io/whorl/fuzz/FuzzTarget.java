package io.whorl.fuzz;

import java.nio.file.Path;
import java.util.List;
import java.util.Random;

/** A reader of one kind of file. */
interface FuzzTarget {
    String name();

    /** Returns one or more valid files. */
    List<byte[]> seeds();

    /**
     * Reads a changed file. The result must be right, or a documented error.
     *
     * @param seed the index of the valid file that was changed
     * @param random the source of other random choices of the target
     * @param directory an empty directory for files, which is deleted afterwards
     * @throws Throwable if the result is wrong or the error is not documented
     */
    void read(int seed, byte[] changed, Random random, Path directory) throws Throwable;
}
