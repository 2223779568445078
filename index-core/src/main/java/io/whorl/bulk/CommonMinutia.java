package io.whorl.bulk;

/**
 * A minutia that many documents hold.
 *
 * @param minutia W bits
 * @param documents how many hold it
 * @param holder id of one that does
 */
public record CommonMinutia(long minutia, long documents, String holder) {}
