package io.whorl.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import io.whorl.corpus.format.Skipped;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class IdsTest {
    @TempDir
    Path dir;

    @Test
    void membersKeepTheirPathsWithoutLeadingDots() throws IOException {
        Map<String, String> members = new LinkedHashMap<>();
        List<String> ids =
                List.of("a/./b", "../up", "/absolute", "x\ny", "d\u00e9j\u00e0/\ud83d\ude00", "l".repeat(300));
        members.put("./a", "");
        members.put("././b", "");
        ids.forEach(id -> members.put(id, id));
        List<String> expected = new ArrayList<>(List.of("a", "b"));
        expected.addAll(ids);
        assertEquals(
                expected,
                ReadAll.of(Files.write(dir.resolve("x.tar"), TestArchives.tar(members)))
                        .ids());
        assertEquals(
                expected,
                ReadAll.of(Files.write(dir.resolve("x.zip"), TestArchives.zip(members)))
                        .ids());
    }

    @Test
    void onlyRegularMembersAreDocuments() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (TarArchiveOutputStream tar = new TarArchiveOutputStream(out, "UTF-8")) {
            for (byte type : new byte[] {
                TarConstants.LF_DIR, TarConstants.LF_SYMLINK, TarConstants.LF_LINK, TarConstants.LF_FIFO,
                TarConstants.LF_CHR, TarConstants.LF_NORMAL, TarConstants.LF_CONTIG, TarConstants.LF_OLDNORM
            }) {
                TarArchiveEntry entry = new TarArchiveEntry("type" + type, type);
                entry.setSize(0);
                tar.putArchiveEntry(entry);
                tar.closeArchiveEntry();
            }
        }
        ReadAll all = ReadAll.of(Files.write(dir.resolve("x.tar"), out.toByteArray()));
        assertEquals(List.of("type48", "type55", "type0"), all.ids());
        assertEquals(List.of(), all.skipped());
    }

    /** 0xff is no UTF-8. A backslash that looks like an escape is escaped, so that no two names have one id. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void fileNamesThatAreNotUtf8KeepTheirBytes() throws IOException {
        for (String name : List.of("bad%FF.txt", "bad%FE.txt", "bad%5Cxff.txt", "bad%5Cxfg", "caf%C3%A9", "caf%E9/a")) {
            Path file = Path.of(URI.create(dir.toUri() + name));
            Files.createDirectories(file.getParent());
            Files.writeString(file, name);
        }
        ReadAll all = ReadAll.of(dir);
        assertEquals(
                Map.of(
                        "bad\\xff.txt", "bad%FF.txt",
                        "bad\\xfe.txt", "bad%FE.txt",
                        "bad\\x5cxff.txt", "bad%5Cxff.txt",
                        "bad\\xfg", "bad%5Cxfg",
                        "caf\u00e9", "caf%C3%A9",
                        "caf\\xe9/a", "caf%E9/a"),
                all.documents().stream().collect(Collectors.toMap(Document::id, IdsTest::text)));
        assertEquals(List.of(), all.skipped());
        for (Document document : all.documents()) {
            assertEquals(dir + "/" + document.id(), document.place());
        }
        ReadAll one = ReadAll.of(Path.of(URI.create(dir.toUri() + "bad%FF.txt")));
        assertEquals(List.of("bad\\xff.txt"), one.ids());
    }

    @Test
    void memberNamesThatAreNotUtf8KeepTheirBytes() throws IOException {
        String tail = "l".repeat(300);
        List<String> expected =
                List.of("bad\\xff", "bad\\xfe", "bad\\x5cxff", "\\xff" + tail, "\\xfe" + tail, "pax\\xff", "pax\u00e9");
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (TarArchiveOutputStream tar = new TarArchiveOutputStream(out, "ISO-8859-1")) {
            tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_GNU);
            for (String name : List.of("bad\u00ff", "./bad\u00fe", "bad\\xff", "\u00ff" + tail, "\u00fe" + tail)) {
                member(tar, new TarArchiveEntry(name), TestArchives.utf8("t"));
            }
            // The path in an extended header replaces the name, and may have any bytes, too.
            for (byte[] path : List.of(
                    "13 path=pax\u00ff\n".getBytes(StandardCharsets.ISO_8859_1),
                    TestArchives.utf8("14 path=pax\u00e9\n"))) {
                member(tar, new TarArchiveEntry("attributes", TarConstants.LF_PAX_EXTENDED_HEADER_LC), path);
                member(tar, new TarArchiveEntry("cut"), TestArchives.utf8("t"));
            }
        }
        assertEquals(
                expected,
                ReadAll.of(Files.write(dir.resolve("x.tar"), out.toByteArray())).ids());
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (ZipArchiveOutputStream zip = new ZipArchiveOutputStream(zipped)) {
            zip.setEncoding("ISO-8859-1");
            for (String name : List.of("bad\u00ff", "bad\u00fe", "a\\b")) {
                zip.putArchiveEntry(new ZipArchiveEntry(name));
                zip.write(TestArchives.utf8("t"));
                zip.closeArchiveEntry();
            }
        }
        Path zip = Files.write(dir.resolve("x.zip"), zipped.toByteArray());
        List<String> zippedIds = List.of("bad\\xff", "bad\\xfe", "a/b");
        assertEquals(zippedIds, ReadAll.of(zip).ids());
        // A zip file in another archive is read by the headers of its members.
        Path both = Files.write(dir.resolve("y.gz"), TestArchives.gzip(zipped.toByteArray()));
        assertEquals(zippedIds, ReadAll.of(both).ids());
    }

    private static void member(TarArchiveOutputStream tar, TarArchiveEntry entry, byte[] body) throws IOException {
        entry.setSize(body.length);
        tar.putArchiveEntry(entry);
        tar.write(body);
        tar.closeArchiveEntry();
    }

    private static String text(Document document) {
        return new String(document.utf8(), StandardCharsets.UTF_8);
    }

    @Test
    void emptyIdsAreInvalid() throws IOException {
        Path lines = Files.writeString(dir.resolve("x.jsonl"), "{\"id\":\"\",\"text\":\"t\"}");
        ReadAll all = ReadAll.of(lines);
        assertEquals(List.of(), all.documents());
        assertEquals(List.of(new Skipped(lines + ":1", Skipped.Reason.INVALID, "its id is empty")), all.skipped());
    }

    @Test
    void mailsWithoutIdsOfTwoMailboxesAreDifferentDocuments(@TempDir Path folder) throws IOException {
        Path one = Files.writeString(folder.resolve("one.mbox"), "From a\nSubject: x\n\nfirst\n");
        Path two = Files.writeString(folder.resolve("two.mbox"), "From a\nSubject: x\n\nsecond\n");
        List<String> ids = new ArrayList<>();
        try (CorpusReader corpus =
                CorpusReader.open(List.of(one, two), ReaderOptions.DEFAULT, s -> fail(s.toString()))) {
            for (Optional<Document> next = corpus.next(); next.isPresent(); next = corpus.next()) {
                ids.add(next.get().id());
            }
        }
        assertEquals(List.of("one.mbox:1", "two.mbox:1"), ids);
    }
}
