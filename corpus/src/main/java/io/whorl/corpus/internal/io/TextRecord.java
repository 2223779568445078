package io.whorl.corpus.internal.io;

/**
 * A record that is a document.
 *
 * @param place where it is, for messages
 * @param id its id, perhaps empty
 * @param utf8 its text
 * @param date its date as written; blank for none
 */
public record TextRecord(String place, String id, byte[] utf8, String date) {}
