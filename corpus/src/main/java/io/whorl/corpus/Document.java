package io.whorl.corpus;

/**
 * A document read from a source.
 *
 * @param id what names it in an index (DEFINITIONS, Identifiers and sources)
 * @param utf8 its text; its bytes as they stand in the source where it is not reduced to its text. Nobody changes them
 * @param place where it came from, for messages: file, member, line
 */
public record Document(String id, byte[] utf8, String place) {}
