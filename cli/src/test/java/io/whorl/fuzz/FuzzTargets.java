package io.whorl.fuzz;

import static io.whorl.testing.Packed.utf8;

import com.github.luben.zstd.ZstdOutputStream;
import io.whorl.corpus.CorpusReader;
import io.whorl.corpus.Document;
import io.whorl.corpus.ReaderOptions;
import io.whorl.corpus.format.FormatOptions;
import io.whorl.corpus.format.Skipped;
import io.whorl.testing.Packed;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;

/** All readers of untrusted bytes. */
final class FuzzTargets {
    /** The files of an index, and schemes. */
    static final String INDEX = "index";
    /** Archives and dumps. */
    static final String DUMPS = "dumps";
    /** Documents that are converted to text. */
    static final String TEXTS = "texts";

    private FuzzTargets() {}

    /**
     * @param wanted a group or the name of a target
     * @param directory the directory for the seeds
     */
    static List<FuzzTarget> of(String wanted, Path directory) throws IOException {
        List<FuzzTarget> found = new ArrayList<>();
        for (String group : List.of(INDEX, DUMPS, TEXTS)) {
            List<FuzzTarget> all = group.equals(INDEX)
                    ? IndexTarget.all(directory)
                    : group.equals(DUMPS) ? DumpSeeds.all() : TextSeeds.all();
            all.stream()
                    .filter(t -> wanted.equals(group) || wanted.equals(t.name()))
                    .forEach(found::add);
        }
        if (found.isEmpty()) {
            throw new IllegalArgumentException("no group or target is called " + wanted);
        }
        return found;
    }

    /** A reader of one kind of file. */
    interface FuzzTarget {
        String name();

        /** Returns one or more valid files. */
        List<byte[]> seeds();

        /**
         * Reads a changed file. The result must be right, or a documented error.
         *
         * @param seed the index of the valid file that was changed
         * @param random the source of other random choices of the target
         * @param directory an empty directory for files, which is deleted afterwards
         * @throws Throwable if the result is wrong or the error is not documented
         */
        void read(int seed, byte[] changed, Random random, Path directory) throws Throwable;
    }

    /**
     * A file of a corpus. Reading it must end, and reports of what cannot be read must name the file. An unexpected
     * exception of a text converter is a failure here, although a corpus reader only reports it.
     *
     * @param name the name of the target and of the file, so that detection by name is tested too
     */
    record CorpusTarget(String name, List<byte[]> seeds) implements FuzzTarget {
        private static final int MOST = 2 << 20;
        private static final int THREADS = 2;

        static CorpusTarget of(String name, byte[]... seeds) {
            return new CorpusTarget(name, List.of(seeds));
        }

        @Override
        public void read(int seed, byte[] changed, Random random, Path directory) throws Exception {
            Path file = Files.write(directory.resolve(name), changed);
            ReaderOptions options =
                    ReaderOptions.DEFAULT.threads(THREADS).formats(FormatOptions.DEFAULT.maxDocument(MOST));
            List<Skipped> skipped = new ArrayList<>();
            try (CorpusReader reader = CorpusReader.open(List.of(file), options, skipped::add)) {
                for (Optional<Document> next = reader.next(); next.isPresent(); next = reader.next()) {
                    require(!next.get().id().isEmpty(), "a document without an id");
                    require(next.get().utf8().length <= MOST, "a document larger than the limit");
                    require(
                            next.get().place().startsWith(file.toString()),
                            "a document from " + next.get().place());
                }
            }
            for (Skipped skip : skipped) {
                require(skip.place().startsWith(file.toString()), "a report that does not name the file: " + skip);
                require(!skip.detail().contains("it cannot be converted to text as"), skip.detail());
            }
        }

        private static void require(boolean holds, String otherwise) {
            if (!holds) {
                throw new AssertionError(otherwise);
            }
        }
    }

    /** Small valid documents of each format that is converted to text. */
    static final class TextSeeds {
        private TextSeeds() {}

        static List<FuzzTarget> all() {
            return List.of(
                    CorpusTarget.of(
                            "page.html",
                            utf8("<!doctype html><html><head><meta charset=utf-8><title>T</title><script>x</script>"
                                    + "</head><body><h1 id='a'>One</h1><table><tr><td>two<td>three</table><ul><li>"
                                    + "four<li>five</ul><p>six &amp; <b>seven</b><pre> a\n"
                                    + " b</pre><svg><a xlink:href='#'/></svg></body></html>"),
                            "<meta charset=iso-8859-15><p>gr\u00fcn".getBytes(StandardCharsets.ISO_8859_1)),
                    CorpusTarget.of(
                            "page.md",
                            utf8("---\ntitle: T\n---\n# One\n\n* a\n  1. b\n\n> quoted\n\n```java\ncode\n```\n\n"
                                    + "| a | b |\n|---|---|\n| c | d |\n\n[link](http://a \"t\") ![p](q) `code` "
                                    + "**bold** <div>html</div>\n\n[r]: x\n")),
                    CorpusTarget.of(
                            "page.tex",
                            utf8("\\documentclass{article}\n\\usepackage{x}\n\\newcommand{\\a}[1]{#1}\n"
                                    + "\\begin{document}\n\\section{One} Two \\emph{three \\textbf{four}} $x^2$ "
                                    + "\\[y\\] \\\"u \\'{e} % no\n\\begin{itemize}\n\\item[a] b\n\\end{itemize}\n"
                                    + "\\begin{tabular}{cc} a & b \\\\ \\end{tabular}\n"
                                    + "\\verb|x| \\cite{y}~\\ref{z} --- ``q''\n\\end{document}\n")),
                    CorpusTarget.of(
                            "page.1",
                            utf8(".TH ONE 1 2001 x\n.SH NAME\none \\- two\n.PP\n\\fBbold\\fP \\(bu \\[u00FC] "
                                    + "\\s+2x\\s0\n.ds a b\n.de XX\nx \\$1\n..\n.XX y\n.ie n a\n.el b\n.if t \\{\\\n"
                                    + "c\n.\\}\n.TS\nl l.\na\tb\n.TE\n.EQ\nx\n.EN\n"),
                            utf8(".Dd today\n.Dt ONE 1\n.Os\n.Sh NAME\n.Nm one\n.Nd two\n.Bl -tag -width x\n.It Fl a Ar"
                                    + " b\nc\n.El\n")),
                    CorpusTarget.of(
                            "page.ms",
                            utf8(".TL\nOne\n.AU\nTwo\n.NH 1\nThree\n.LP\nfour\n.IP a 5\nfive\n.PS\nx\n.PE\n\\*(a\n")),
                    CorpusTarget.of(
                            "wiki.xml",
                            utf8("<mediawiki><page><title>A</title><ns>0</ns><revision><text>{{a|{{b|c=[[d|e]]}}|f}}\n"
                                    + "'''bold''' [[File:x.jpg|thumb|[[y]] z]] [http://a b] &lt;ref "
                                    + "name=\"n\"&gt;r&lt;/ref&gt; &lt;math&gt;x&lt;/math&gt;\n== H ==\n# one\n"
                                    + "## two\n:; three\n{| class=\"x\"\n|+ c\n! h !! i\n|-\n| j || k\n{|\n| l\n|}\n"
                                    + "|}\n&lt;nowiki&gt;[[m]]&lt;/nowiki&gt; __TOC__ [[Category:Z]] -{a|b}-</text>"
                                    + "</revision></page></mediawiki>")),
                    CorpusTarget.of(
                            "one.eml",
                            utf8("From: a@b\nSubject: =?iso-8859-1?B?Z3L8bg==?=\nMIME-Version: 1.0\n"
                                    + "Content-Type: multipart/alternative; boundary=b\n\n--b\n"
                                    + "Content-Type: text/plain; charset=utf-7\n\nx\n--b\nContent-Type: text/html\n"
                                    + "Content-Transfer-Encoding: quoted-printable\n\n<p>=C3=BC=\ny\n--b\n"
                                    + "Content-Type: message/rfc822\n\nSubject: in\n\nz\n--b--\n")),
                    CorpusTarget.of(
                            "wide.txt",
                            "\ufeffThe lamp \ud83d\ude00 turns.".getBytes(StandardCharsets.UTF_16LE),
                            "\ufeffThe lamp turns.".getBytes(StandardCharsets.UTF_16BE)),
                    CorpusTarget.of(
                            "office.bin",
                            utf8("%PDF-1.7\n1 0 obj\n"),
                            utf8("{\\rtf1\\ansi text}"),
                            utf8("\u0089PNG\r\n\u001a\n")),
                    CorpusTarget.of("plain", utf8("The lamp of a lighthouse turns slowly.\n\nShips see it.\n")));
        }
    }

    /** Small valid archives and dumps. */
    static final class DumpSeeds {
        private static final String PROSE =
                "The lamp of a lighthouse turns slowly. Ships see it from twenty miles a" + "way.\n".repeat(40);
        private static final String PAGE =
                "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<p>" + PROSE;
        private static final String WIKI = "<mediawiki xml:lang=\"en\"><siteinfo><namespaces><namespace key=\"0\"/>"
                + "<namespace key=\"1\">Talk</namespace></namespaces></siteinfo><page><title>A</title><ns>0</ns><id>"
                + "1</id><revision><text>{{Infobox|a=[[b|c]]}}\n== H ==\n* ''x'' &lt;ref&gt;r&lt;/ref&gt;\n{|\n|-\n"
                + "| cell\n|}</text></revision></page><page><title>B</title><ns>0</ns><redirect title=\"A\"/></page>"
                + "</mediawiki>\n";
        private static final String MAILS = "From a@b Mon Jan  1 00:00:00 2001\nSubject: =?utf-8?q?gr=C3=BCn?=\n"
                + "Message-ID: <1@b>\nContent-Type: multipart/mixed; boundary=\"x\"\n\n--x\n"
                + "Content-Type: text/plain\nContent-Transfer-Encoding: base64\n\nVGhlIGxhbXA=\n--x\n"
                + "Content-Type: text/html\n\n<b>lamp</b>\n--x--\n\nFrom c@d Mon Jan  1 00:00:01 2001\n\n>From me\n\n";

        private DumpSeeds() {}

        static List<FuzzTarget> all() throws IOException {
            byte[] json = utf8("{\"id\":\"a\",\"text\":\"" + PROSE.strip().replace("\n", "\\n") + "\",\"n\":[1,{\"b\":n"
                    + "ull}]}\n{\"id\":7,\"text\":\"\\ud800 \\u00fc\",\"text2\":1.5e3}\n");
            byte[] tar = tar("a.txt", utf8(PROSE), "b/" + "long".repeat(40) + ".html", utf8("<p>b"));
            byte[] zip = Packed.zip("a.txt", utf8(PROSE), "b.jsonl", json);
            byte[] warc = warc();
            return List.of(
                    CorpusTarget.of("dump.tar", tar, tar("x.zip", zip, "x.tar", tar)),
                    CorpusTarget.of("dump.zip", zip, Packed.zip("x.tar", tar, "y.zip", zip)),
                    CorpusTarget.of(
                            "dump.docx",
                            Packed.zip("[Content_Types].xml", utf8("<Types/>"), "word/document.xml", utf8("<w/>"))),
                    CorpusTarget.of(
                            "dump.txt.gz",
                            Packed.concat(Packed.gzip(utf8(PROSE)), Packed.gzip(utf8(PROSE))),
                            Packed.gzip(json)),
                    CorpusTarget.of("dump.txt.bz2", bzip2(utf8(PROSE)), Packed.concat(bzip2(utf8(PROSE)), bzip2(json))),
                    CorpusTarget.of("dump.txt.xz", xz(utf8(PROSE)), xz(json)),
                    CorpusTarget.of("dump.txt.zst", zstd(utf8(PROSE)), Packed.concat(zstd(utf8(PROSE)), zstd(json))),
                    CorpusTarget.of("dump.xml", utf8(WIKI)),
                    CorpusTarget.of("dump.warc", warc, Packed.concat(warc, warc)),
                    CorpusTarget.of("dump.warc.gz", Packed.concat(Packed.gzip(warc), Packed.gzip(warc))),
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
            return "WARC/1.0\r\nWARC-Type: " + type + "\r\nWARC-Target-URI: " + address + "\r\nWARC-Record-ID: "
                    + "<urn:uuid:1>\r\nContent-Type: " + media + "\r\nContent-Length: " + utf8(block).length
                    + "\r\n\r\n" + block
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

        private static byte[] bzip2(byte[] bytes) {
            return Packed.by(out -> new BZip2CompressorOutputStream(out, 1), bytes);
        }

        private static byte[] xz(byte[] bytes) {
            return Packed.by(out -> new XZOutputStream(out, new LZMA2Options(0)), bytes);
        }

        private static byte[] zstd(byte[] bytes) {
            return Packed.by(out -> new ZstdOutputStream(out).setChecksum(true), bytes);
        }
    }
}
