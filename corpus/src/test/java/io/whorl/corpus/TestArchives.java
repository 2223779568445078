package io.whorl.corpus;

import com.github.luben.zstd.ZstdOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
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

    static byte[] utf8(String s) {
        return s.getBytes(StandardCharsets.UTF_8);
    }

    /** A tar archive with members in the order of the map and names of any length. */
    static byte[] tar(Map<String, String> members) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (TarArchiveOutputStream tar = new TarArchiveOutputStream(out, "UTF-8")) {
            tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
            for (Map.Entry<String, String> member : members.entrySet()) {
                TarArchiveEntry entry = new TarArchiveEntry(member.getKey(), true);
                byte[] body = utf8(member.getValue());
                entry.setSize(body.length);
                entry.setModTime(0);
                tar.putArchiveEntry(entry);
                tar.write(body);
                tar.closeArchiveEntry();
            }
        }
        return out.toByteArray();
    }

    static byte[] zip(Map<String, String> members) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ZipArchiveOutputStream zip = new ZipArchiveOutputStream(out)) {
            for (Map.Entry<String, String> member : members.entrySet()) {
                zip.putArchiveEntry(new ZipArchiveEntry(member.getKey()));
                zip.write(utf8(member.getValue()));
                zip.closeArchiveEntry();
            }
        }
        return out.toByteArray();
    }

    static byte[] gzip(byte[] bytes) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (OutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    static byte[] zstd(byte[] bytes) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ZstdOutputStream zstd = new ZstdOutputStream(out)) {
            zstd.setChecksum(true);
            zstd.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    static byte[] concat(byte[]... parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }

    static byte[] bzip2(byte[] bytes) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        // The smallest blocks, so that a few bytes form several.
        try (OutputStream bzip2 = new BZip2CompressorOutputStream(out, 1)) {
            bzip2.write(bytes);
        }
        return out.toByteArray();
    }

    static byte[] xz(byte[] bytes) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (OutputStream xz = new XZOutputStream(out, new LZMA2Options(0))) {
            xz.write(bytes);
        }
        return out.toByteArray();
    }

    /** A tar archive with one member. */
    static byte[] tarOf(String name, byte[] body) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (TarArchiveOutputStream tar = new TarArchiveOutputStream(out, "UTF-8")) {
            TarArchiveEntry entry = new TarArchiveEntry(name, true);
            entry.setSize(body.length);
            tar.putArchiveEntry(entry);
            tar.write(body);
            tar.closeArchiveEntry();
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
