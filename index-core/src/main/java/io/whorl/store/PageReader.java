package io.whorl.store;

/** Brings a page of a file into memory. Thread-safe. */
@FunctionalInterface
interface PageReader {
    /** Reads the page of a byte of the file, and waits for the disk if it is not in memory. */
    void read(long offset);
}
