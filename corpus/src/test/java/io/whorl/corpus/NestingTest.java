package io.whorl.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.whorl.corpus.format.Skipped;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NestingTest {
    @TempDir
    Path dir;

    private static final byte[] LINES = TestArchives.utf8("{\"id\":\"r\",\"text\":\"x\"}\n");

    @Test
    void nestedArchivesAreNamedByTheirPath() throws IOException {
        byte[] inner = TestArchives.tar(Map.of("./m", "one"));
        byte[] zip = TestArchives.zipOf(
                new String[] {"t/a.tar.xz", "b.txt.bz2", "c.jsonl.zst", "d.html"},
                TestArchives.xz(inner),
                TestArchives.bzip2(TestArchives.utf8("two")),
                TestArchives.zstd(LINES),
                TestArchives.utf8("plain"));
        List<String> there = List.of("t/a.tar.xz!m=one", "b.txt=two", "r=x", "d.html=plain");
        ReadAll top = ReadAll.of(Files.write(dir.resolve("x.zip"), zip));
        assertEquals(there, top.pairs());
        assertEquals(List.of(), top.skipped());
        assertEquals(
                dir.resolve("x.zip") + "!t/a.tar.xz!m", top.documents().get(0).place());
        assertEquals(
                dir.resolve("x.zip") + "!c.jsonl.zst:1", top.documents().get(2).place());
        byte[] gz = TestArchives.gzip(TestArchives.tarOf("z.zip", zip));
        assertEquals(
                List.of("z.zip!t/a.tar.xz!m=one", "z.zip!b.txt=two", "r=x", "z.zip!d.html=plain"),
                ReadAll.of(Files.write(dir.resolve("y.tgz"), gz)).pairs());
        Path only = Files.createDirectory(dir.resolve("only"));
        Files.write(only.resolve("x.zip"), zip);
        assertEquals("x.zip!t/a.tar.xz!m=one", ReadAll.of(only).pairs().get(0));
    }

    @Test
    void fiftyNestedArchivesAreTooDeep() throws IOException {
        byte[] tar = TestArchives.tar(Map.of("deep", "x"));
        byte[] gzip = TestArchives.utf8("x");
        for (int i = 0; i < 50; i++) {
            tar = TestArchives.tarOf("t" + i, tar);
            gzip = TestArchives.gzip(gzip);
        }
        byte[] zip = TestArchives.zipOf(new String[] {"tar", "gz", "next"}, tar, gzip, TestArchives.utf8("n"));
        ReadAll all = ReadAll.of(Files.write(dir.resolve("x.zip"), zip));
        assertEquals(List.of("next=n"), all.pairs());
        assertEquals(List.of(Skipped.Reason.INVALID, Skipped.Reason.INVALID), all.reasons());
        assertEquals(
                dir.resolve("x.zip") + "!tar!t49!t48!t47!t46!t45!t44!t43",
                all.skipped().get(0).place());
        ReaderOptions deeper = ReaderOptions.DEFAULT.maxDepth(60);
        assertEquals(3, ReadAll.of(deeper, dir.resolve("x.zip")).documents().size());
        assertEquals(
                1,
                ReadAll.of(ReaderOptions.DEFAULT.maxDepth(1), dir.resolve("x.zip"))
                        .documents()
                        .size());
    }

    /** Imitates an endless archive by one that contains two copies of its kind, down to the depth limit. */
    @Test
    void archivesThatContainThemselvesEndAtTheDepthLimit() throws IOException {
        byte[] zip = TestArchives.zipOf(new String[] {"leaf"}, TestArchives.utf8("x"));
        for (int i = 0; i < 8; i++) {
            zip = TestArchives.zipOf(new String[] {"l.zip", "r.zip"}, zip, zip);
        }
        ReadAll all = ReadAll.of(ReaderOptions.DEFAULT.maxDepth(4), Files.write(dir.resolve("x.zip"), zip));
        assertEquals(List.of(), all.documents());
        assertEquals(16, all.skipped().size());
    }

    @Test
    void namesThatLeaveTheArchiveAreOnlyIds() throws IOException {
        byte[] tar = TestArchives.concat(
                TestArchives.tarOf("../../out", TestArchives.utf8("a")),
                TestArchives.tarOf("/etc/abs", TestArchives.utf8("b")));
        Path in = Files.createDirectories(dir.resolve("a/b/c"));
        ReadAll all = ReadAll.of(Files.write(in.resolve("x.tar"), tar));
        assertEquals(List.of("../../out=a", "/etc/abs=b"), all.pairs());
        try (var files = Files.walk(dir)) {
            assertEquals(
                    List.of(in.resolve("x.tar")),
                    files.filter(Files::isRegularFile).toList());
        }
    }
}
