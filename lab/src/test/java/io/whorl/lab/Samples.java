package io.whorl.lab;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.lab.Columns.FigureTable;
import io.whorl.testing.Repeated;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** A small generated collection: four groups of three versions each, and ten documents without a group. */
public final class Samples {
    private static final int WORDS = 120;

    private Samples() {}

    /** Writes the documents to the subfolder {@code docs}, and {@code groups.tsv} to the folder. */
    public static Path write(Path folder) throws IOException {
        Path docs = Files.createDirectories(folder.resolve("docs/sub"));
        StringBuilder tsv = new StringBuilder("file\tgroup\tnote\n");
        Random random = new Random(5);
        for (int group = 0; group < 4; group++) {
            String[] words = words(random);
            for (int version = 0; version < 3; version++) {
                for (int change = 0; change < 6 * version; change++) {
                    words[random.nextInt(WORDS)] = "new" + random.nextInt(1_000);
                }
                String file = "sub/g" + group + "v" + version + ".txt";
                Files.writeString(folder.resolve("docs").resolve(file), String.join(" ", words));
                tsv.append(file).append('\t').append("group ").append(group).append("\tx\n");
            }
        }
        for (int other = 0; other < 10; other++) {
            Files.writeString(docs.resolve("other" + other + ".txt"), String.join(" ", words(random)));
        }
        Files.writeString(folder.resolve("groups.tsv"), tsv);
        return folder;
    }

    /** Reads the documents of {@link #write}. */
    public static Texts read(Path folder) throws IOException {
        return texts(folder.resolve("docs"));
    }

    /** Reads a collection of which no document is skipped. */
    public static Texts texts(Path collection) throws IOException {
        return Texts.read(collection, note -> {
            throw new AssertionError(note);
        });
    }

    /** Returns a cell of the row whose first cell is given. */
    public static String cell(FigureTable table, String row, String column) {
        List<String> cells = table.rows().stream()
                .filter(each -> each.get(0).equals(row))
                .findFirst()
                .orElseThrow(() -> new AssertionError(table.name() + " has no row " + row));
        return cells.get(table.columns().indexOf(column));
    }

    /** Writes a collection of PAN: files by their names, and the rows of its two tables, in which a blank is a tab. */
    public static void pan(Path folder, Map<String, String> files, String pairs, String passages) throws IOException {
        for (Map.Entry<String, String> file : files.entrySet()) {
            Path path = folder.resolve(file.getKey());
            Files.createDirectories(path.getParent());
            Files.writeString(path, file.getValue());
        }
        String header = "category susp source susp_offset susp_length source_offset source_length obfuscation\n";
        Files.writeString(folder.resolve("pairs.tsv"), ("category susp source cases\n" + pairs).replace(' ', '\t'));
        Files.writeString(folder.resolve("passages.tsv"), (header + passages).replace(' ', '\t'));
    }

    /** Returns random words, each with a blank after it. Texts of different seeds share none. */
    public static String words(long seed, int count) {
        Random random = new Random(seed);
        return Repeated.text(count, i -> "w" + seed + "x" + random.nextInt(10_000) + " ");
    }

    /** A call that is to fail. */
    public interface Action {
        Object run() throws IOException;
    }

    /** @param message parts in this order, separated by {@code *} */
    public static void assertSays(Action action, String message) {
        LabException e = assertThrows(LabException.class, action::run);
        int at = 0;
        for (String part : message.split("\\*")) {
            at = e.getMessage().indexOf(part, at);
            assertTrue(at >= 0, () -> "'" + part + "' is not in: " + e.getMessage());
        }
    }

    /** Uses few distinct words, so that unrelated documents share some chunks. */
    private static String[] words(Random random) {
        return Repeated.list(WORDS, i -> "word" + random.nextInt(12)).toArray(String[]::new);
    }
}
