package io.whorl.corpus;

import com.github.luben.zstd.ZstdOutputStream;
import io.whorl.testing.Packed;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Map;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveOutputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;

/** Creates archives in memory. */
final class TestArchives {
    private TestArchives() {}

    /** A tar archive with members in the order of the map and names of any length. */
    static byte[] tar(Map<String, String> members) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (TarArchiveOutputStream tar = new TarArchiveOutputStream(out, "UTF-8")) {
            tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
            for (Map.Entry<String, String> member : members.entrySet()) {
                add(tar, member.getKey(), Packed.utf8(member.getValue()));
            }
        }
        return out.toByteArray();
    }

    private static void add(TarArchiveOutputStream tar, String name, byte[] body) throws IOException {
        TarArchiveEntry entry = new TarArchiveEntry(name, true);
        entry.setSize(body.length);
        entry.setModTime(0);
        tar.putArchiveEntry(entry);
        tar.write(body);
        tar.closeArchiveEntry();
    }

    static byte[] zip(Map<String, String> members) throws IOException {
        return zipOf(
                members.keySet().toArray(String[]::new),
                members.values().stream().map(Packed::utf8).toArray(byte[][]::new));
    }

    static byte[] zstd(byte[] bytes) {
        return Packed.by(out -> new ZstdOutputStream(out).setChecksum(true), bytes);
    }

    /** The smallest blocks, so that a few bytes form several. */
    static byte[] bzip2(byte[] bytes) {
        return Packed.by(out -> new BZip2CompressorOutputStream(out, 1), bytes);
    }

    static byte[] xz(byte[] bytes) {
        return Packed.by(out -> new XZOutputStream(out, new LZMA2Options(0)), bytes);
    }

    /** A tar archive with one member. */
    static byte[] tarOf(String name, byte[] body) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (TarArchiveOutputStream tar = new TarArchiveOutputStream(out, "UTF-8")) {
            add(tar, name, body);
        }
        return out.toByteArray();
    }

    /** A zip archive with members in this order. */
    static byte[] zipOf(String[] names, byte[]... bodies) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ZipArchiveOutputStream zip = new ZipArchiveOutputStream(out)) {
            for (int i = 0; i < names.length; i++) {
                zip.putArchiveEntry(new ZipArchiveEntry(names[i]));
                zip.write(bodies[i]);
                zip.closeArchiveEntry();
            }
        }
        return out.toByteArray();
    }
}
