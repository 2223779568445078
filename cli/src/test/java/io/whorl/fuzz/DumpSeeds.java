package io.whorl.fuzz;

import com.github.luben.zstd.ZstdOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveOutputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;

/** Small valid archives and dumps. */
final class DumpSeeds {
    private static final String PROSE =
            "The lamp of a lighthouse turns slowly. Ships see it from twenty miles a" + "way.\n".repeat(40);
    private static final String PAGE = "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<p>" + PROSE;
    private static final String WIKI = "<mediawiki xml:lang=\"en\"><siteinfo><namespaces><namespace key=\"0\"/><"
            + "namespace key=\"1\">"
            + "Talk</namespace></namespaces></siteinfo><page><title>A</title><ns>0</ns><id>1</id><revision><text>"
            + "{{Infobox|a=[[b|c]]}}\n== H ==\n* ''x'' &lt;ref&gt;r&lt;/ref&gt;\n{|\n|-\n| cell\n|}</text></revi"
            + "sion></page>"
            + "<page><title>B</title><ns>0</ns><redirect title=\"A\"/></page></mediawiki>\n";
    private static final String MAILS = "From a@b Mon Jan  1 00:00:00 2001\nSubject: =?utf-8?q?gr=C3=BCn?=\nMess"
            + "age-ID: <1@b>\n"
            + "Content-Type: multipart/mixed; boundary=\"x\"\n\n--x\nContent-Type: text/plain\nContent-Transfer-"
            + "Encoding: base64\n\n"
            + "VGhlIGxhbXA=\n--x\nContent-Type: text/html\n\n<b>lamp</b>\n--x--\n\nFrom c@d Mon Jan  1 00:00:01 "
            + "2001\n\n>From me\n\n";

    private DumpSeeds() {}

    static List<FuzzTarget> all() throws IOException {
        byte[] json = utf8("{\"id\":\"a\",\"text\":\"" + PROSE.strip().replace("\n", "\\n") + "\",\"n\":[1,{\"b"
                + "\":null}]}\n"
                + "{\"id\":7,\"text\":\"\\ud800 \\u00fc\",\"text2\":1.5e3}\n");
        byte[] tar = tar("a.txt", utf8(PROSE), "b/" + "long".repeat(40) + ".html", utf8("<p>b"));
        byte[] zip = zip("a.txt", utf8(PROSE), "b.jsonl", json);
        byte[] warc = warc();
        return List.of(
                CorpusTarget.of("dump.tar", tar, tar("x.zip", zip, "x.tar", tar)),
                CorpusTarget.of("dump.zip", zip, zip("x.tar", tar, "y.zip", zip)),
                CorpusTarget.of(
                        "dump.docx", zip("[Content_Types].xml", utf8("<Types/>"), "word/document.xml", utf8("<w/>"))),
                CorpusTarget.of("dump.txt.gz", concat(gzip(utf8(PROSE)), gzip(utf8(PROSE))), gzip(json)),
                CorpusTarget.of("dump.txt.bz2", bzip2(utf8(PROSE)), concat(bzip2(utf8(PROSE)), bzip2(json))),
                CorpusTarget.of("dump.txt.xz", xz(utf8(PROSE)), xz(json)),
                CorpusTarget.of("dump.txt.zst", zstd(utf8(PROSE)), concat(zstd(utf8(PROSE)), zstd(json))),
                CorpusTarget.of("dump.xml", utf8(WIKI)),
                CorpusTarget.of("dump.warc", warc, concat(warc, warc)),
                CorpusTarget.of("dump.warc.gz", concat(gzip(warc), gzip(warc))),
                CorpusTarget.of("dump.wet", wet()),
                CorpusTarget.of("dump.arc", arc()),
                CorpusTarget.of("dump.mbox", utf8(MAILS)),
                CorpusTarget.of("dump.jsonl", json),
                CorpusTarget.of(
                        "dump.json",
                        utf8("["
                                + new String(json, StandardCharsets.UTF_8)
                                        .strip()
                                        .replace("\n", ",") + "]")),
                CorpusTarget.of("dump.csv", utf8("id,text,n\r\na,\"" + PROSE + "\"\"q\"\"\",1\r\nb,plain,2\r\n")),
                CorpusTarget.of("dump.tsv", utf8("id\ttext\na\tplain text\nb\t\"quoted\ttext\"\n")));
    }

    private static byte[] warc() {
        return utf8(record("warcinfo", "", "application/warc-fields", "software: x\r\n")
                + record("response", "http://a/", "application/http; msgtype=response", PAGE)
                + record("resource", "http://b/", "text/plain", PROSE));
    }

    private static byte[] wet() {
        return utf8(record("warcinfo", "", "application/warc-fields", "x: y\r\n")
                + record("conversion", "http://a/", "text/plain", PROSE)
                + record("conversion", "http://b/", "te" + "xt/plain", "b"));
    }

    private static String record(String type, String address, String media, String block) {
        return "WARC/1.0\r\nWARC-Type: " + type + "\r\nWARC-Target-URI: " + address + "\r\nWARC-Record-ID: <urn:"
                + "uuid:1>\r\n"
                + "Content-Type: " + media + "\r\nContent-Length: " + utf8(block).length + "\r\n\r\n" + block
                + "\r\n\r\n";
    }

    private static byte[] arc() {
        String version = "1 0 Alexa Internet\nURL IP-address Archive-date Content-type Archive-length\n";
        StringBuilder arc = new StringBuilder(
                "filedesc://a.arc 0.0.0.0 20040101000000 text/plain " + version.length() + "\n" + version + "\n");
        for (String address : List.of("http://a/", "http://b/with spaces", "dns:c")) {
            arc.append(address)
                    .append(" 1.2.3.4 20040101000000 text/html ")
                    .append(utf8(PAGE).length)
                    .append('\n')
                    .append(PAGE)
                    .append('\n');
        }
        return utf8(arc.toString());
    }

    private static byte[] tar(String name, byte[] body, String other, byte[] otherBody) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (TarArchiveOutputStream tar = new TarArchiveOutputStream(out, "UTF-8")) {
            tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
            add(tar, name, body);
            add(tar, other, otherBody);
        }
        return out.toByteArray();
    }

    private static void add(TarArchiveOutputStream tar, String name, byte[] body) throws IOException {
        TarArchiveEntry entry = new TarArchiveEntry(name);
        entry.setSize(body.length);
        tar.putArchiveEntry(entry);
        tar.write(body);
        tar.closeArchiveEntry();
    }

    private static byte[] zip(String name, byte[] body, String other, byte[] otherBody) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ZipArchiveOutputStream zip = new ZipArchiveOutputStream(out)) {
            zip.putArchiveEntry(new ZipArchiveEntry(name));
            zip.write(body);
            zip.closeArchiveEntry();
            zip.putArchiveEntry(new ZipArchiveEntry(other));
            zip.write(otherBody);
            zip.closeArchiveEntry();
        }
        return out.toByteArray();
    }

    /** A compression. */
    private interface Packer {
        OutputStream open(OutputStream out) throws IOException;
    }

    private static byte[] packed(byte[] bytes, Packer packer) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (OutputStream packed = packer.open(out)) {
            packed.write(bytes);
        }
        return out.toByteArray();
    }

    private static byte[] gzip(byte[] bytes) throws IOException {
        return packed(bytes, GZIPOutputStream::new);
    }

    private static byte[] bzip2(byte[] bytes) throws IOException {
        return packed(bytes, out -> new BZip2CompressorOutputStream(out, 1));
    }

    private static byte[] xz(byte[] bytes) throws IOException {
        return packed(bytes, out -> new XZOutputStream(out, new LZMA2Options(0)));
    }

    private static byte[] zstd(byte[] bytes) throws IOException {
        return packed(bytes, out -> new ZstdOutputStream(out).setChecksum(true));
    }

    private static byte[] concat(byte[] a, byte[] b) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(a);
        out.writeBytes(b);
        return out.toByteArray();
    }

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
