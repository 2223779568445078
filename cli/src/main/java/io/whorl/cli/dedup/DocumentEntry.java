package io.whorl.cli.dedup;

/**
 * A document of the sources.
 *
 * @param number its place in the order of the sources, from 0
 * @param id its id
 * @param file the number of its file, from 0; −1 if files do not matter
 * @param record the number of its record in the file, from 1; 0 if the document is the file
 * @param textBytes the size of its text
 * @param beginning the beginning of its text
 */
record DocumentEntry(long number, String id, int file, long record, int textBytes, String beginning) {}
