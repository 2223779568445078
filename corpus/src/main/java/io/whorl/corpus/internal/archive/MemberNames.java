package io.whorl.corpus.internal.archive;

import io.whorl.corpus.format.Part;
import io.whorl.corpus.format.ReadContext;
import io.whorl.corpus.internal.io.NameBytes;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.attribute.FileTime;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;

/** Names of archive members (DEFINITIONS, Identifiers and sources). */
final class MemberNames {
    private MemberNames() {}

    /** Creates a member with its modification time as its date, if the options ask for it. */
    static Part member(Part archive, String name, InputStream body, FileTime modified, ReadContext context) {
        Part member = Part.member(place(archive, name), name, body);
        boolean dated = context.options().fileDates() && modified != null;
        return dated ? member.dated(modified.toInstant().toString()) : member;
    }

    /** The path of a member without leading {@code ./}. */
    static String name(ZipArchiveEntry entry) {
        if (entry.getNameSource() == ZipArchiveEntry.NameSource.UNICODE_EXTRA_FIELD) {
            return name(entry.getName().getBytes(StandardCharsets.UTF_8));
        }
        // The library replaces bytes that are not UTF-8.
        String path = new String(entry.getRawName(), StandardCharsets.ISO_8859_1);
        boolean windows = entry.getPlatform() == ZipArchiveEntry.PLATFORM_FAT && path.indexOf('/') < 0;
        return name((windows ? path.replace('\\', '/') : path).getBytes(StandardCharsets.ISO_8859_1));
    }

    /** The path of a member without leading {@code ./}. */
    static String name(byte[] path) {
        String name = NameBytes.decode(path);
        int from = 0;
        while (name.startsWith("./", from)) {
            from += 2;
        }
        return name.substring(from);
    }

    /** The place of a member, for messages. */
    static String place(Part archive, String name) {
        return archive.place() + "!" + name;
    }
}
