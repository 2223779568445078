package io.whorl.corpus.internal.archive;

import io.whorl.corpus.format.Part;
import java.io.InputStream;

/** Names of archive members (DEFINITIONS, Identifiers and sources). */
final class MemberNames {
    private MemberNames() {}

    /** Creates a member that is named by its path without leading {@code ./}. */
    static Part member(Part archive, String path, InputStream body) {
        String name = name(path);
        return Part.member(place(archive, name), name, body);
    }

    static String name(String path) {
        int from = 0;
        while (path.startsWith("./", from)) {
            from += 2;
        }
        return path.substring(from);
    }

    /** The place of a member, for messages. */
    static String place(Part archive, String name) {
        return archive.place() + "!" + name;
    }
}
