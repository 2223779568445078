package io.whorl.fuzz;

import java.nio.file.Path;
import java.util.List;
import java.util.Random;

/** Something that reads files of one kind. */
interface FuzzTarget {
    String name();

    /** Valid files, at least one. */
    List<byte[]> seeds();

    /**
     * Reads a file that was changed: gives an answer that is right, or an error of the kind that is promised.
     *
     * @param seed which valid file it was
     * @param random for what else the target chooses
     * @param directory empty; what is left there is removed
     * @throws Throwable anything that is not promised
     */
    void read(int seed, byte[] changed, Random random, Path directory) throws Throwable;
}
