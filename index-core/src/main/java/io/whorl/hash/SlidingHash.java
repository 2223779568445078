package io.whorl.hash;

/**
 * Hashes all chunks of n consecutive units of a document; each chunk begins one unit after the one before it. Works on
 * a block of units at a time, so that no virtual call is made per unit. One thread at a time; reusable.
 */
public interface SlidingHash {
    /** Begins a document. */
    void start();

    /**
     * Processes the next units of the document. Unit {@code k} is {@code bytes[end[k - 1] + 1] .. bytes[end[k] - 1]}
     * (from 0 for the first) and {@code bytes[end[k]]} is a space.
     *
     * @param out receives the minutiae of the chunks that these units complete; has room for {@code count}
     * @return the number of completed chunks: {@code count}, or fewer at the start of the document
     */
    int slide(byte[] bytes, int[] end, int count, long[] out);
}
