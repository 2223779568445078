package io.whorl.bench.live;

/** Where chains are kept: entries of three numbers, appended. */
interface Arena {
    /** Room for so many entries. */
    static Arena inHeap(int entries) {
        return new HeapArena(entries);
    }

    static Arena direct(int entries) {
        return new DirectArena(entries);
    }

    /** Appends an entry and gives its number, from 0. */
    int add(int document, int frequency, int next);

    int document(int entry);

    int frequency(int entry);

    int next(int entry);
}
