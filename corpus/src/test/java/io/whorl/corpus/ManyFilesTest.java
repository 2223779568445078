package io.whorl.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lists and reads a directory of many files in a child JVM with a small heap. */
class ManyFilesTest {
    private static final int FILES = LongForm.of(50_000, 500_000);
    /** A path, an id and a record for each file took about 200 bytes. */
    private static final int BYTES_FOR_EACH = 100;

    private static final int BASE = 8 << 20;

    @TempDir
    Path dir;

    @Test
    void aFileTakesLittleMoreThanItsName() throws IOException, InterruptedException {
        for (int i = 0; i < FILES; i++) {
            Files.createFile(dir.resolve(String.format("%07d", i)));
        }
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-Xmx" + (BASE + FILES * BYTES_FOR_EACH),
                        "-cp",
                        System.getProperty("java.class.path"),
                        ManyFilesTest.class.getName(),
                        dir.toString())
                .redirectErrorStream(true)
                .start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), out);
        assertEquals(
                List.of(
                        "facts: " + FILES,
                        "list: " + FILES,
                        dir.resolve("0000000").toString(),
                        "read: " + FILES),
                out.lines().toList());
    }

    /** Also holds a list while the files are read, as the removal of duplicates does. */
    public static void main(String[] directory) throws IOException {
        Path source = Path.of(directory[0]);
        Map<String, String> facts = SourceFacts.of(List.of(source));
        System.out.println("facts: " + facts.get("number of files in " + source));
        List<Path> files = RecordFiles.list(source);
        System.out.println("list: " + files.size());
        int read = 0;
        try (CorpusReader reader = CorpusReader.open(List.of(source), ReaderOptions.DEFAULT, System.out::println)) {
            while (reader.next().isPresent()) {
                read++;
            }
        }
        System.out.println(files.get(0));
        System.out.println("read: " + read);
    }
}
