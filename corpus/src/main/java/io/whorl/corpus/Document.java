package io.whorl.corpus;

import java.nio.charset.StandardCharsets;

/**
 * A document read from a source.
 *
 * @param id its name in an index (DEFINITIONS, Identifiers and sources)
 * @param utf8 its text, or its bytes as stored in the source if it was not converted; callers must not change them
 * @param place where it came from, for messages: file, member, line
 */
public record Document(String id, byte[] utf8, String place) {
    /** {@return the text as a string; malformed UTF-8 becomes U+FFFD} */
    public String text() {
        return new String(utf8, StandardCharsets.UTF_8);
    }
}
