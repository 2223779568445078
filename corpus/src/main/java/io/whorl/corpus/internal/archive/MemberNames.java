package io.whorl.corpus.internal.archive;

import io.whorl.corpus.format.Part;
import io.whorl.corpus.format.ReadContext;
import java.io.InputStream;
import java.nio.file.attribute.FileTime;

/** Names of archive members (DEFINITIONS, Identifiers and sources). */
final class MemberNames {
    private MemberNames() {}

    /** Creates a member that is named by its path without leading {@code ./}. */
    static Part member(Part archive, String path, InputStream body) {
        String name = name(path);
        return Part.member(place(archive, name), name, body);
    }

    /** The same with the modification time of the member as its date, if the options ask for it. */
    static Part member(Part archive, String path, InputStream body, FileTime modified, ReadContext context) {
        Part member = member(archive, path, body);
        boolean dated = context.options().fileDates() && modified != null;
        return dated ? member.dated(modified.toInstant().toString()) : member;
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
