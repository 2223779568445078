package io.whorl.strategy;

import java.util.Arrays;

/** Keeps the r candidates of lowest frequency; ties go to the earliest place. Memory is O(r). */
final class Rarest {
    // A max-heap of (frequency << 32 | place): unsigned-safe since both are non-negative ints.
    private long[] heap;
    private final int r;
    private int count;

    Rarest(int r) {
        this.r = r;
        this.heap = new long[Math.min(r, 64)];
    }

    void clear() {
        count = 0;
    }

    void offer(int frequency, int place) {
        long key = (long) frequency << 32 | place;
        if (count < r) {
            if (count == heap.length) {
                heap = Arrays.copyOf(heap, Math.min(r, heap.length * 2));
            }
            rise(key);
        } else if (key < heap[0]) {
            sink(key);
        }
    }

    /** The places of the kept candidates, in no particular order. */
    int[] places() {
        int[] places = new int[count];
        for (int i = 0; i < count; i++) {
            places[i] = (int) heap[i];
        }
        return places;
    }

    private void rise(long key) {
        int i = count++;
        while (i > 0 && heap[(i - 1) >> 1] < key) {
            heap[i] = heap[(i - 1) >> 1];
            i = (i - 1) >> 1;
        }
        heap[i] = key;
    }

    private void sink(long key) {
        int i = 0;
        for (int child = 1; child < count; child = 2 * i + 1) {
            if (child + 1 < count && heap[child + 1] > heap[child]) {
                child++;
            }
            if (heap[child] <= key) {
                break;
            }
            heap[i] = heap[child];
            i = child;
        }
        heap[i] = key;
    }
}
