package io.whorl.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.whorl.corpus.ReadAll.LongForm;
import io.whorl.corpus.format.FormatOptions;
import io.whorl.testing.Packed;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads records that are larger than the heap of a child JVM. */
class SmallHeapTest {
    private static final int MIB = 1 << 20;

    @TempDir
    Path dir;

    /** Writes concatenated gzip members, so that the file is small. */
    private Path large(String name, String before, int mebibytes, String after) throws IOException {
        byte[] xs = new byte[MIB];
        Arrays.fill(xs, (byte) 'x');
        byte[] packed = Packed.gzip(xs);
        try (OutputStream out = Files.newOutputStream(dir.resolve(name))) {
            out.write(Packed.gzip(Packed.utf8(before)));
            for (int i = 0; i < mebibytes; i++) {
                out.write(packed);
            }
            out.write(Packed.gzip(Packed.utf8(after)));
        }
        return dir.resolve(name);
    }

    @Test
    void recordsLargerThanTheHeapAreSkipped() throws IOException, InterruptedException {
        List<Path> files = List.of(
                large(
                        "a.jsonl.gz",
                        "{\"id\":1,\"text\":\"",
                        LongForm.of(256, 1_024),
                        "\"}\n{\"id\":2,\"text\":\"t\"}\n"),
                large("b.json.gz", "[{\"id\":3,\"text\":\"", 64, "\"},{\"id\":4,\"text\":\"t\"}]"),
                large("c.csv.gz", "id,text\n5,\"", 64, "\"\n6,t\n"),
                large("d.gz", "", 64, ""));
        assertEquals(
                List.of(
                        "a.jsonl.gz:1 TOO_LARGE",
                        "2",
                        "b.json.gz:1 TOO_LARGE",
                        "4",
                        "c.csv.gz:2 TOO_LARGE",
                        "6",
                        "d.gz TOO_LARGE"),
                ReadAll.inSmallHeap(SmallHeapTest.class, 40 * MIB, files.toArray()));
    }

    public static void main(String[] files) throws IOException {
        ReaderOptions options = ReaderOptions.DEFAULT.formats(FormatOptions.DEFAULT.maxDocument(MIB));
        List<Path> sources = Arrays.stream(files).map(Path::of).toList();
        try (CorpusReader reader = CorpusReader.open(
                sources,
                options,
                skipped -> System.out.println(Path.of(skipped.place()).getFileName() + " " + skipped.reason()))) {
            for (Optional<Document> d = reader.next(); d.isPresent(); d = reader.next()) {
                System.out.println(d.get().id());
            }
        }
    }
}
