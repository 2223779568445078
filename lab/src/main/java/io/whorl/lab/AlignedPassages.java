package io.whorl.lab;

import io.whorl.lab.Texts.Tsv;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Suspicious documents, their sources, and the copied passages, in the layout of PAN's text alignment task (2013): a
 * directory or archive with {@code src/}, {@code susp/}, {@code pairs.tsv} and {@code passages.tsv}. The column of the
 * category and that of the number of cases may be missing. Without a header, pairs are a document and its source.
 */
public record AlignedPassages(List<Pair> pairs, List<CopiedPassage> passages) {
    private static final String PAIRS = "pairs.tsv";
    private static final String PASSAGES = "passages.tsv";
    /** The category of a collection that has no categories. */
    private static final String ONE_CATEGORY = "pairs";

    private static final String[] PASSAGE_COLUMNS = {
        "category", "susp", "source", "susp_offset", "susp_length", "source_offset", "source_length", "obfuscation"
    };

    public record Pair(String category, String suspicious, String source, int cases) {}

    /**
     * A copied passage.
     *
     * @param offset in the suspicious document, in code points
     * @param length in the suspicious document, in code points
     * @param sourceOffset in the source, in code points
     * @param sourceLength in the source, in code points
     * @param obfuscation how it was changed; empty if unknown
     */
    public record CopiedPassage(
            String category,
            String suspicious,
            String source,
            int offset,
            int length,
            int sourceOffset,
            int sourceLength,
            String obfuscation) {

        public boolean verbatim() {
            return obfuscation.equals("none");
        }

        /** Cuts the passage out of the suspicious document. */
        public byte[] of(byte[] utf8) {
            String text = new String(utf8, StandardCharsets.UTF_8);
            try {
                int from = text.offsetByCodePoints(0, offset);
                return text.substring(from, text.offsetByCodePoints(from, length))
                        .getBytes(StandardCharsets.UTF_8);
            } catch (IndexOutOfBoundsException e) {
                throw new LabException(
                        "a passage of '" + suspicious + "' at " + offset + ", " + length
                                + " code points long, ends after its end; the annotations belong to another text",
                        e);
            }
        }
    }

    /** Reads the annotations, which are files of the collection. */
    public static AlignedPassages read(Path collection, Texts texts) throws IOException {
        String root = root(collection, texts);
        Tsv.Missing missing = new Tsv.Missing(texts);
        Tsv table = new Tsv(PASSAGES, texts.text(root + PASSAGES), PASSAGE_COLUMNS);
        table.column("obfuscation");
        List<CopiedPassage> passages = new ArrayList<>();
        for (Tsv.Row row : table.rows()) {
            passages.add(new CopiedPassage(
                    category(row),
                    id(root + "susp/", row, "susp", missing),
                    id(root + "src/", row, "source", missing),
                    row.number("susp_offset"),
                    row.number("susp_length"),
                    row.number("source_offset"),
                    row.number("source_length"),
                    row.optional("obfuscation").orElse("")));
        }
        List<Pair> pairs = new ArrayList<>();
        for (Tsv.Row row : new Tsv(PAIRS, texts.text(root + PAIRS), "susp", "source").rows()) {
            String suspicious = id(root + "susp/", row, "susp", missing);
            String source = id(root + "src/", row, "source", missing);
            int cases = row.optional("cases").isPresent()
                    ? row.number("cases")
                    : (int) passages.stream()
                            .filter(p -> p.suspicious().equals(suspicious))
                            .filter(p -> p.source().equals(source))
                            .count();
            pairs.add(new Pair(category(row), suspicious, source, cases));
        }
        missing.check(collection);
        return new AlignedPassages(pairs, passages);
    }

    private static String category(Tsv.Row row) {
        return row.optional("category").orElse(ONE_CATEGORY);
    }

    private static String id(String folder, Tsv.Row row, String column, Tsv.Missing missing) {
        String id = folder + row.field(column);
        missing.holds(row, id);
        return id;
    }

    private static String root(Path collection, Texts texts) {
        for (String id : texts.ids()) {
            String root = id.substring(0, id.lastIndexOf('/') + 1);
            if (id.equals(root + PASSAGES) && texts.holds(root + PAIRS)) {
                return root;
            }
        }
        throw new LabException(collection + " has no " + PAIRS + " and " + PASSAGES
                + " in one folder; use a collection with the layout of PAN's text alignment task");
    }
}
