package io.whorl.select;

import java.util.Arrays;

/**
 * Consecutive chunks of one document, in text order. Blocks pass from chunking to selection, so that no call is made
 * per chunk. The arrays other than {@link #minutia} are filled only if the strategy's {@link ChunkNeeds} include them.
 * An array may be longer than {@link #count}; the elements beyond it are undefined.
 *
 * <p>A block is reused for the next chunks. Strategies must not change it and must not keep it. Not thread-safe.
 */
public final class ChunkBlock {
    public int count;
    /** The position of the first chunk of the block among the chunks of the document, from 0. */
    public long first;
    /** The minutia of each chunk: W bits, in the low bits. */
    public long[] minutia = new long[0];
    /** {@link ChunkNeeds#STRUCTURE}: the position of the chunk's first word in its sentence, from 1. */
    public int[] wordInSentence = new int[0];
    /** {@link ChunkNeeds#STRUCTURE}: the number of the sentence that holds the chunk's first word, from 1. */
    public int[] sentence = new int[0];
    /** {@link ChunkNeeds#STRUCTURE}: the position of the chunk's first word in its paragraph, from 1. */
    public int[] wordInParagraph = new int[0];
    /** {@link ChunkNeeds#FIRST_WORD}: the first words of the chunks, as folded UTF-8, each followed by one space. */
    public byte[] firstWord = new byte[0];
    /** {@link ChunkNeeds#FIRST_WORD}: the place of the space after each chunk's first word in {@link #firstWord}. */
    public int[] firstWordEnd = new int[0];

    /** {@link ChunkNeeds#FIRST_WORD}: the start of the first word of chunk {@code k} in {@link #firstWord}. */
    public int firstWordStart(int k) {
        return k == 0 ? 0 : firstWordEnd[k - 1] + 1;
    }

    /** Grows {@link #minutia} to at least this length. */
    public void reserve(int chunks) {
        if (minutia.length < chunks) {
            minutia = Arrays.copyOf(minutia, Math.max(chunks, minutia.length * 2));
        }
    }

    public void add(long chunkMinutia) {
        reserve(count + 1);
        minutia[count++] = chunkMinutia;
    }
}
