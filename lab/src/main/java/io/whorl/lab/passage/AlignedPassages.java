package io.whorl.lab.passage;

import io.whorl.lab.collection.Missing;
import io.whorl.lab.collection.Texts;
import io.whorl.lab.collection.Tsv;
import io.whorl.lab.model.LabException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Suspicious documents, their sources, and which passages were taken over: PAN's text alignment (2013), a directory or
 * archive of {@code src/}, {@code susp/}, {@code pairs.tsv} and {@code passages.tsv}.
 *
 * @param pairs the pairs to be compared, those without plagiarism too
 * @param passages what was taken over
 */
public record AlignedPassages(List<Pair> pairs, List<Passage> passages) {
    private static final String PAIRS = "pairs.tsv";
    private static final String PASSAGES = "passages.tsv";

    /**
     * @param category of obfuscation
     * @param suspicious the suspicious document's id
     * @param source the source's id
     * @param cases passages taken over
     */
    public record Pair(String category, String suspicious, String source, int cases) {}

    /**
     * @param category of obfuscation
     * @param suspicious the suspicious document's id
     * @param source the source's id
     * @param offset of the passage in the suspicious document, in code points
     * @param length of the passage there, in code points
     * @param obfuscation how it was changed; empty where the collection does not say
     */
    public record Passage(
            String category, String suspicious, String source, int offset, int length, String obfuscation) {

        /** Whether it was copied as it is. */
        public boolean verbatim() {
            return obfuscation.equals("none");
        }

        /**
         * The passage as it stands in the suspicious document.
         *
         * @throws LabException if it reaches beyond the document's end
         */
        public byte[] of(byte[] utf8) {
            String text = new String(utf8, StandardCharsets.UTF_8);
            try {
                int from = text.offsetByCodePoints(0, offset);
                return text.substring(from, text.offsetByCodePoints(from, length))
                        .getBytes(StandardCharsets.UTF_8);
            } catch (IndexOutOfBoundsException e) {
                throw new LabException(
                        "a passage of '" + suspicious + "' at " + offset + ", " + length
                                + " code points long, reaches beyond its end; the annotations are of another text",
                        e);
            }
        }
    }

    public AlignedPassages {
        pairs = List.copyOf(pairs);
        passages = List.copyOf(passages);
    }

    /**
     * Reads the annotations that stand among the texts.
     *
     * @param collection for messages
     * @throws LabException if they are not there, lack fields, or name documents that are not there
     */
    public static AlignedPassages read(Path collection, Texts texts) throws IOException {
        String root = root(collection, texts);
        Ids ids = new Ids(root, texts, new ArrayList<>());
        Tsv pairTable = Tsv.parse(PAIRS, texts.text(root + PAIRS));
        List<Pair> pairs = new ArrayList<>();
        for (Tsv.Row row : pairTable.rows()) {
            pairs.add(new Pair(
                    row.field(pairTable.column("category", 0), "category"),
                    ids.suspicious(row, row.field(pairTable.column("susp", 1), "susp")),
                    ids.source(row, row.field(pairTable.column("source", 2), "source")),
                    row.number(pairTable.column("cases", 3), "cases")));
        }
        Tsv table = Tsv.parse(PASSAGES, texts.text(root + PASSAGES));
        List<Passage> passages = new ArrayList<>();
        for (Tsv.Row row : table.rows()) {
            passages.add(new Passage(
                    row.field(table.column("category", 0), "category"),
                    ids.suspicious(row, row.field(table.column("susp", 1), "susp")),
                    ids.source(row, row.field(table.column("source", 2), "source")),
                    row.number(table.column("susp_offset", 3), "susp_offset"),
                    row.number(table.column("susp_length", 4), "susp_length"),
                    row.fieldOr(table.column("obfuscation", 7), "")));
        }
        Missing.check(collection, ids.missing(), texts);
        return new AlignedPassages(pairs, passages);
    }

    /** Passages by the id of their suspicious document, in the order of the ids. */
    public SortedMap<String, List<Passage>> bySuspicious() {
        SortedMap<String, List<Passage>> by = new TreeMap<>();
        for (Passage passage : passages) {
            by.computeIfAbsent(passage.suspicious(), any -> new ArrayList<>()).add(passage);
        }
        return by;
    }

    private static String root(Path collection, Texts texts) {
        for (String id : texts.ids()) {
            String root = id.substring(0, id.lastIndexOf('/') + 1);
            if (id.equals(root + PASSAGES) && texts.holds(root + PAIRS)) {
                return root;
            }
        }
        throw new LabException(collection + " holds no " + PAIRS + " and " + PASSAGES
                + " side by side; give PAN's text alignment, or another collection in its form");
    }

    private record Ids(String root, Texts texts, List<String> missing) {
        String suspicious(Tsv.Row row, String file) {
            return checked(row, root + "susp/" + file);
        }

        String source(Tsv.Row row, String file) {
            return checked(row, root + "src/" + file);
        }

        private String checked(Tsv.Row row, String id) {
            if (!texts.holds(id)) {
                missing.add(row.place() + " '" + id + "'");
            }
            return id;
        }
    }
}
