package io.whorl.corpus.internal.archive;

import io.whorl.corpus.format.Part;
import io.whorl.corpus.format.PartReader;
import io.whorl.corpus.format.ReadContext;
import io.whorl.corpus.format.Skipped.Reason;
import io.whorl.corpus.internal.io.Utf8;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.attribute.FileTime;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;

/** Reads the members of an archive, and names them (DEFINITIONS, Identifiers and sources). */
abstract class MemberReader implements PartReader {
    private final Part archive;
    final ReadContext context;

    MemberReader(Part archive, ReadContext context) {
        this.archive = archive;
        this.context = context;
    }

    /** Creates a member with its modification time as its date, if the options ask for it. */
    final Part member(String name, InputStream body, FileTime modified) {
        Part member = Part.member(place(name), name, body);
        boolean dated = context.options().fileDates() && modified != null;
        return dated ? member.dated(modified.toInstant().toString()) : member;
    }

    final void skip(String name, Reason reason, String detail) {
        context.skip(place(name), reason, detail);
    }

    private String place(String name) {
        return archive.place() + "!" + name;
    }

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
        String name = Utf8.name(path);
        int from = 0;
        while (name.startsWith("./", from)) {
            from += 2;
        }
        return name.substring(from);
    }
}
