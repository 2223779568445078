package io.whorl.chunk;

import java.util.Arrays;

/**
 * A run of chunks of one document, in text order: what passes from chunking to selection. The arrays beyond
 * {@link #minutia} are filled only as the {@link ChunkNeeds} ask. Reused; not thread-safe; read-only for strategies.
 */
public final class ChunkBlock {
    /** Chunks held. */
    public int count;
    /** The place of the block's first chunk among the document's chunks, from 0. */
    public long first;
    /** Each chunk's minutia, W bits. */
    public long[] minutia = new long[0];
    /** {@link ChunkNeeds#STRUCTURE}: place of the chunk's first word in its sentence, from 1. */
    public int[] wordInSentence = new int[0];
    /** {@link ChunkNeeds#STRUCTURE}: number of the sentence its first word is in, from 1. */
    public int[] sentence = new int[0];
    /** {@link ChunkNeeds#STRUCTURE}: place of the chunk's first word in its paragraph, from 1. */
    public int[] wordInParagraph = new int[0];
    /** {@link ChunkNeeds#FIRST_WORD}: the first words' folded UTF-8, one after another. */
    public byte[] firstWord = new byte[0];
    /** {@link ChunkNeeds#FIRST_WORD}: where chunk k's first word ends; it begins where k − 1's ends (0 for k = 0). */
    public int[] firstWordEnd = new int[0];

    /** Makes room for this many minutiae in all. */
    void reserve(int chunks) {
        if (minutia.length < chunks) {
            minutia = Arrays.copyOf(minutia, Math.max(chunks, minutia.length * 2));
        }
    }

    void add(long chunkMinutia) {
        reserve(count + 1);
        minutia[count++] = chunkMinutia;
    }
}
