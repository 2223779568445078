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

class DirectoryReaderTest {
    @TempDir
    Path dir;

    private void write(String name, String text) throws IOException {
        Path file = dir.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    @Test
    void filesAreOrderedByTheBytesOfTheirPaths() throws IOException {
        List<String> ids =
                List.of(".hidden", "B", "a-b", "a.b", "a/b", "a/c/d", "a0", "\u00e9", "\uffee", "\ud83d\ude00");
        for (int i = ids.size(); i-- > 0; ) {
            write(ids.get(i), ids.get(i));
        }
        ReadAll all = ReadAll.of(dir);
        assertEquals(ids.stream().map(id -> id + "=" + id).toList(), all.pairs());
        assertEquals(List.of(), all.skipped());
    }

    @Test
    void archivesInDirectoriesAreOpened() throws IOException {
        Files.write(dir.resolve("a.tar.gz"), TestArchives.gzip(TestArchives.tar(Map.of("./x/y", "one"))));
        Files.write(dir.resolve("b.gz"), TestArchives.gzip(TestArchives.utf8("two")));
        Files.createDirectory(dir.resolve("sub"));
        Files.write(dir.resolve("sub/c.zip"), TestArchives.zip(Map.of("z", "three")));
        ReadAll all = ReadAll.of(dir);
        assertEquals(List.of("a.tar.gz!x/y=one", "b=two", "sub/c.zip!z=three"), all.pairs());
        assertEquals(List.of(), all.skipped());
        assertEquals(dir.resolve("a.tar.gz") + "!x/y", all.documents().get(0).place());
    }

    @Test
    void linksAreFollowedExceptCycles() throws IOException {
        write("d/file", "x");
        Files.createSymbolicLink(dir.resolve("link"), dir.resolve("d/file"));
        Files.createSymbolicLink(dir.resolve("dirlink"), dir.resolve("d"));
        Files.createSymbolicLink(dir.resolve("d/up"), dir);
        ReadAll all = ReadAll.of(dir);
        assertEquals(List.of("d/file=x", "dirlink/file=x", "link=x"), all.pairs());
        assertEquals(List.of(), all.skipped());
    }

    @Test
    void unreadableFilesAreReported() throws IOException {
        write("file", "x");
        write("large", "1234");
        Files.createSymbolicLink(dir.resolve("broken"), dir.resolve("nothing"));
        ReadAll all = ReadAll.of(3, dir);
        assertEquals(List.of("file=x"), all.pairs());
        assertEquals(List.of(Skipped.Reason.UNREADABLE, Skipped.Reason.TOO_LARGE), all.reasons());
        assertEquals(dir.resolve("broken").toString(), all.skipped().get(0).place());
    }
}
