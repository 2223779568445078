package io.whorl.chunk;

import io.whorl.select.ChunkBlock;
import java.util.Arrays;

/** A queue of the first words of the open chunks. Chunks end in the order in which they begin. */
final class FirstWordQueue {
    /** The words, one after another; those before {@code head} are removed. */
    private byte[] bytes = new byte[256];

    private int[] end = new int[16];
    private int head;
    private int tail;

    void start() {
        head = 0;
        tail = 0;
    }

    private int startOf(int word) {
        return word == 0 ? 0 : end[word - 1];
    }

    void add(byte[] source, int from, int to) {
        int size = to - from;
        if (tail == end.length || startOf(tail) + size > bytes.length) {
            makeRoom(size);
        }
        int used = startOf(tail);
        System.arraycopy(source, from, bytes, used, size);
        end[tail++] = used + size;
    }

    /** Moves the remaining words to the front. Grows only if that frees less than half, so that moving stays cheap. */
    private void makeRoom(int size) {
        int from = startOf(head);
        int kept = startOf(tail) - from;
        System.arraycopy(bytes, from, bytes, 0, kept);
        for (int i = head; i < tail; i++) {
            end[i - head] = end[i] - from;
        }
        tail -= head;
        head = 0;
        if (2 * tail > end.length) {
            end = Arrays.copyOf(end, end.length * 2);
        }
        if (2 * (kept + size) > bytes.length) {
            bytes = Arrays.copyOf(bytes, 2 * (kept + size));
        }
    }

    /** Removes the oldest word and stores it as the first word of the chunk at index {@code at} of the block. */
    void remove(ChunkBlock out, int at) {
        int from = startOf(head);
        int size = end[head++] - from;
        if (at == out.firstWordEnd.length) {
            out.firstWordEnd = Arrays.copyOf(out.firstWordEnd, Math.max(16, at * 2));
        }
        int used = out.firstWordStart(at);
        if (used + size >= out.firstWord.length) {
            out.firstWord = Arrays.copyOf(out.firstWord, Math.max(used + size + 1, out.firstWord.length * 2));
        }
        System.arraycopy(bytes, from, out.firstWord, used, size);
        out.firstWord[used + size] = ' ';
        out.firstWordEnd[at] = used + size;
    }
}
