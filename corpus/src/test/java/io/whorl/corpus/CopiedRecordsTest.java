package io.whorl.corpus;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.testing.Packed;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Copies web archives and mailboxes without some of their records, and compares with the pieces they were made of. */
class CopiedRecordsTest {
    @TempDir
    private Path directory;

    private final RecordFiles files = new RecordFiles(ReaderOptions.DEFAULT);

    /** Collects records, unpacked and as they were stored. */
    private static final class Collected implements RecordSink {
        private final Set<Long> dropped;
        private final boolean members;
        private final ByteArrayOutputStream plain = new ByteArrayOutputStream();
        private final ByteArrayOutputStream stored = new ByteArrayOutputStream();
        private final List<Long> asked = new ArrayList<>();

        private Collected(Set<Long> dropped, boolean members) {
            this.dropped = dropped;
            this.members = members;
        }

        @Override
        public boolean takes(long record) {
            asked.add(record);
            return !dropped.contains(record);
        }

        @Override
        public void write(byte[] bytes, int from, int length) {
            plain.write(bytes, from, length);
        }

        @Override
        public boolean writeMembers(FileChannel file, long position, long length) throws IOException {
            if (!members) {
                return false;
            }
            ByteBuffer bytes = ByteBuffer.allocate((int) length);
            while (bytes.hasRemaining() && file.read(bytes, position + bytes.position()) > 0) {}
            stored.write(bytes.array());
            plain.write(new GZIPInputStream(new ByteArrayInputStream(bytes.array())).readAllBytes());
            return true;
        }
    }

    /** Pages that look like the ends of others, between a head and a tail, cut at any place of a buffer. */
    @Test
    void pagesAreCopiedBetweenTheHeadAndTheTailOfTheirDump() throws IOException {
        String head = "<mediawiki xml:lang=\"en\">\n  <siteinfo><!-- <page> --></siteinfo>\n  ";
        String tail = "</mediawiki>\n<!-- the end -->\n";
        Random random = new Random(4);
        List<String> pages = new ArrayList<>();
        for (int n = 0; n < 300; n++) {
            String text = "x".repeat(random.nextInt(1_000)) + (n % 3 == 0 ? "<![CDATA[</page><page>]]>" : "&lt;/page>");
            pages.add("<page" + (n % 2 == 0 ? "" : " a=\"1\"") + ">\n<title>T" + n + "</title><ns>0</ns>"
                    + "<revision><!-- </page> --><text>" + text + "</text></revision></page>\n"
                    + " ".repeat(n % 4));
        }
        Path dump = Files.write(directory.resolve("wiki.xml"), Packed.utf8(head + String.join("", pages) + tail));
        Set<Long> dropped = new HashSet<>(List.of(1L, 300L));
        random.longs(150, 1, 300).forEach(dropped::add);
        StringBuilder expected = new StringBuilder(head);
        for (int n = 0; n < pages.size(); n++) {
            expected.append(dropped.contains(n + 1L) ? "" : pages.get(n));
        }
        Collected copied = new Collected(dropped, false);
        try (RecordFile opened = files.open(dump)) {
            assertEquals(RecordFile.Content.RECORDS, opened.content());
            assertEquals(Optional.empty(), opened.copy(copied, true));
        }
        assertEquals(expected + tail, copied.plain.toString(StandardCharsets.UTF_8));
        List<Long> read = new ArrayList<>();
        try (CorpusReader reader = CorpusReader.open(List.of(dump), ReaderOptions.DEFAULT, s -> {})) {
            for (Optional<Document> next = reader.next(); next.isPresent(); next = reader.next()) {
                String place = next.get().place();
                read.add(Long.parseLong(place.substring(place.lastIndexOf(':') + 1, place.lastIndexOf('!'))));
            }
        }
        assertEquals(copied.asked, read, "the reader counts the same pages");
    }

    private static String warcRecord(Random random, int i) {
        String type = List.of("response", "request", "conversion", "warcinfo").get(random.nextInt(4));
        String text = "word" + i + " WARC/1.0 words\r\n".repeat(random.nextInt(random.nextInt(9) == 0 ? 9_000 : 40));
        String body = type.equals("response") ? "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n" + text : text;
        return "WARC/1.0\r\nWARC-Type: " + type + "\r\nWARC-Target-URI: http://x.example/" + i
                + "\r\nContent-Type: "
                + (type.equals("response") ? "application/http;msgtype=response" : "text/plain")
                + "\r\nContent-Length: "
                + Packed.utf8(body).length + "\r\n\r\n" + body + "\r\n\r\n";
    }

    private static String arcRecord(Random random, int i) {
        String body = i == 0
                ? "1 0 Example\nURL IP-address Archive-date Content-type Archive-length\n"
                : "HTTP/1.1 200 OK\nContent-Type: text/plain\n\n" + "some words ".repeat(random.nextInt(50));
        return (i == 0 ? "filedesc://x.arc 0.0.0.0" : "http://x.example/" + i + " 1.2.3.4")
                + " 20010101000000 text/plain " + Packed.utf8(body).length + "\n" + body + "\n";
    }

    private static String mail(Random random, int i) {
        return "From someone@x.example Mon Jan  1 00:00:00 2001\nMessage-ID: <m" + i + "@x.example>\n\nFrom here on "
                + "\nthere are words\n>From above\n".repeat(random.nextInt(30))
                + "\n".repeat(random.nextInt(3)) + "\n\n";
    }

    /** Groups pieces into gzip members: one each, several, or parts of one. */
    private static byte[] packed(List<byte[]> pieces, int how, Random random) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        ByteArrayOutputStream open = new ByteArrayOutputStream();
        for (byte[] piece : pieces) {
            int cut = how == 2 && random.nextInt(3) == 0 ? random.nextInt(piece.length) : 0;
            open.write(piece, 0, cut);
            if (cut > 0) {
                all.write(Packed.gzip(open.toByteArray()));
                open.reset();
            }
            open.write(piece, cut, piece.length - cut);
            if (how == 0 || how == 2 && random.nextInt(3) > 0) {
                all.write(Packed.gzip(open.toByteArray()));
                open.reset();
            }
        }
        if (open.size() > 0) {
            all.write(Packed.gzip(open.toByteArray()));
        }
        return all.toByteArray();
    }

    private void check(String name, byte[] content, List<byte[]> pieces, List<Long> numbers, Random random)
            throws IOException {
        Path file = Files.write(directory.resolve(name), content);
        Set<Long> dropped = new HashSet<>();
        ByteArrayOutputStream expected = new ByteArrayOutputStream();
        for (int i = 0; i < pieces.size(); i++) {
            if (random.nextInt(3) == 0) {
                dropped.add(numbers.get(i));
            } else {
                expected.write(pieces.get(i));
            }
        }
        for (boolean members : new boolean[] {false, true}) {
            Collected collected = new Collected(dropped, members);
            try (RecordFile records = files.open(file)) {
                assertEquals(RecordFile.Content.RECORDS, records.content(), name);
                assertEquals(Optional.empty(), records.copy(collected, true), name);
            }
            assertEquals(numbers, collected.asked, name);
            assertArrayEquals(expected.toByteArray(), collected.plain.toByteArray(), name);
        }
    }

    @Test
    void anyRecordsOfWebArchivesAndMailboxesCanBeLeftOut() throws IOException {
        Random random = new Random(13);
        for (int n = 0; n < 45; n++) {
            int kind = n % 3;
            List<byte[]> pieces = new ArrayList<>();
            List<Long> numbers = new ArrayList<>();
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            long lines = 1;
            for (int i = 0; i < 1 + random.nextInt(20); i++) {
                String piece = kind == 0 ? warcRecord(random, i) : kind == 1 ? arcRecord(random, i) : mail(random, i);
                numbers.add(kind == 2 ? lines : all.size() + 1L);
                lines += piece.chars().filter(c -> c == '\n').count();
                pieces.add(Packed.utf8(piece));
                all.write(Packed.utf8(piece));
            }
            String name = "f" + n + List.of(".warc", ".arc", ".mbox").get(kind);
            check(name, all.toByteArray(), pieces, numbers, random);
            for (int how = 0; how < 3; how++) {
                check(name + "." + how + ".gz", packed(pieces, how, random), pieces, numbers, random);
            }
            ByteArrayOutputStream zstd = new ByteArrayOutputStream();
            try (OutputStream out = RecordFiles.compressing("zstd", zstd).orElseThrow()) {
                out.write(all.toByteArray());
            }
            check(name + ".zst", zstd.toByteArray(), pieces, numbers, random);
        }
    }

    @Test
    void numbersAreThoseOfThePlacesOfDocuments() throws IOException {
        Random random = new Random(2);
        ByteArrayOutputStream warc = new ByteArrayOutputStream();
        StringBuilder mails = new StringBuilder();
        for (int i = 0; i < 30; i++) {
            warc.write(Packed.gzip(Packed.utf8(warcRecord(random, i))));
            mails.append(mail(random, i));
        }
        Path archive = Files.write(directory.resolve("a.warc.gz"), warc.toByteArray());
        Path box = Files.writeString(directory.resolve("b.mbox"), mails);
        for (Path file : List.of(archive, box)) {
            Collected all = new Collected(Set.of(), true);
            try (RecordFile records = files.open(file)) {
                records.copy(all, true);
            }
            int documents = 0;
            try (CorpusReader reader = CorpusReader.open(List.of(file), ReaderOptions.DEFAULT, skipped -> {})) {
                for (var next = reader.next(); next.isPresent(); next = reader.next()) {
                    String number = next.get().place().substring(file.toString().length() + 1);
                    assertTrue(all.asked.contains(Long.parseLong(number) + (file == archive ? 1 : 0)), number);
                    documents++;
                }
            }
            assertTrue(documents > 5, documents + " documents of " + file);
        }
    }

    @Test
    void recordsInMembersOfTheirOwnStayCompressed() throws IOException {
        Random random = new Random(3);
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        ByteArrayOutputStream expected = new ByteArrayOutputStream();
        Set<Long> dropped = new HashSet<>();
        long plain = 0;
        for (int i = 0; i < 40; i++) {
            byte[] record = Packed.utf8(warcRecord(random, i));
            all.write(Packed.gzip(record));
            if (i % 3 == 1) {
                dropped.add(plain + 1);
            } else {
                expected.write(Packed.gzip(record));
            }
            plain += record.length;
        }
        Path file = Files.write(directory.resolve("m.warc.gz"), all.toByteArray());
        Collected collected = new Collected(dropped, true);
        try (RecordFile records = files.open(file)) {
            assertEquals(Optional.empty(), records.copy(collected, true));
            assertEquals("warc", records.format());
        }
        assertArrayEquals(expected.toByteArray(), collected.stored.toByteArray());
    }

    @Test
    void damagedPartsStayAndAnArchiveThatBreaksOffIsCopiedUpToThere() throws IOException {
        Random random = new Random(4);
        String first = warcRecord(random, 1);
        String damaged = "WARC/1.0\r\nno header\r\n\r\n";
        String last = warcRecord(random, 2);
        String cut = last.substring(0, last.length() - 8);
        Path file = Files.writeString(directory.resolve("d.warc"), first + damaged + last + cut);
        Collected collected = new Collected(Set.of(1L, (long) Packed.utf8(first + damaged).length + 1), true);
        try (RecordFile records = files.open(file)) {
            assertTrue(records.copy(collected, true).isPresent(), "it breaks off");
        }
        assertEquals(damaged + cut, collected.plain.toString(StandardCharsets.UTF_8));
        byte[] packed = Packed.gzip(Packed.utf8(last));
        ByteArrayOutputStream members = new ByteArrayOutputStream();
        members.write(Packed.gzip(Packed.utf8(first)));
        members.write(packed, 0, packed.length - 9);
        Path broken = Files.write(directory.resolve("e.warc.gz"), members.toByteArray());
        Collected all = new Collected(Set.of(), true);
        try (RecordFile records = files.open(broken)) {
            assertTrue(records.copy(all, true).isPresent(), "it breaks off");
        }
        assertArrayEquals(Packed.gzip(Packed.utf8(first)), all.stored.toByteArray());
        assertTrue((first + last).startsWith(all.plain.toString(StandardCharsets.UTF_8)));
    }
}
