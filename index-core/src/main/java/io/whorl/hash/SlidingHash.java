package io.whorl.hash;

/**
 * The minutiae of all chunks of n successive units of a document, each beginning one unit after the last: a block of
 * units at a time, so that no virtual call is made per unit. One thread at a time; reusable.
 */
public interface SlidingHash {
    /** Begins a document. */
    void start();

    /**
     * Takes the document's next units. Unit {@code k} is {@code bytes[end[k - 1] + 1] .. bytes[end[k] - 1]} (from 0 for
     * the first) and {@code bytes[end[k]]} is a space.
     *
     * @param out room for {@code count} minutiae; gets those of the chunks that these units complete
     * @return how many chunks they complete: {@code count}, or fewer until n units have been seen
     */
    int slide(byte[] bytes, int[] end, int count, long[] out);
}
