package io.whorl.store;

import java.util.function.IntPredicate;

/**
 * The heap of a merge: numbers of the sources that are not exhausted, the source with the next element at the top. One
 * thread at a time.
 */
public final class MergeHeap {
    /** The order of two sources by their next elements. A strict total order. */
    public interface Order {
        boolean before(int a, int b);
    }

    private final int[] heap;
    private final Order order;
    private int size;

    /** @param most maximum number of sources */
    public MergeHeap(int most, Order order) {
        heap = new int[most];
        this.order = order;
    }

    public void add(int source) {
        int at = size++;
        for (; at > 0 && order.before(source, heap[(at - 1) / 2]); at = (at - 1) / 2) {
            heap[at] = heap[(at - 1) / 2];
        }
        heap[at] = source;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    public int top() {
        return heap[0];
    }

    /** True if a condition holds for a source that could be next: if any source equals the top, one of these does. */
    public boolean anyNext(IntPredicate holds) {
        return size > 1 && holds.test(heap[1]) || size > 2 && holds.test(heap[2]);
    }

    /**
     * Restores the order after the source at the top has advanced.
     *
     * @param more false if the source is exhausted
     */
    public void advanced(boolean more) {
        if (!more) {
            heap[0] = heap[--size];
        }
        if (size > 0) {
            sink(heap[0]);
        }
    }

    private void sink(int source) {
        int at = 0;
        for (int child = 1; child < size; child = 2 * at + 1) {
            if (child + 1 < size && order.before(heap[child + 1], heap[child])) {
                child++;
            }
            if (!order.before(heap[child], source)) {
                break;
            }
            heap[at] = heap[child];
            at = child;
        }
        heap[at] = source;
    }
}
