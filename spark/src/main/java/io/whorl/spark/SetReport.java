package io.whorl.spark;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What a job wrote.
 *
 * @param path the segment set
 * @param shards its shards
 * @param documents documents in the shards; documents with one id in several shards count several times
 * @param words their surviving words
 * @param postings (minutia, document) pairs
 * @param bytes size of the shards
 * @param rows what became of the rows of the DataFrame
 * @param removed directories of repeated and failed tasks that were removed after the commit
 * @param orphans directories of this job that could not be removed; {@code Orphans} removes them
 */
public record SetReport(
        String path,
        int shards,
        long documents,
        long words,
        long postings,
        long bytes,
        Rows rows,
        int removed,
        List<String> orphans) {
    /**
     * What became of the rows.
     *
     * @param count rows of the DataFrame
     * @param textBytes bytes of text that were given to the builders
     * @param leftOut rows that are not in the set; a reason without rows is absent
     * @param examples up to 20 of those rows
     * @param unusableDates documents indexed without their date, which is not in the years 1 to 9999
     * @param malformed malformed UTF-8 sequences, which are read as U+FFFD
     * @param withoutMinutiae documents indexed without minutiae, because they have no words or the selection kept none
     */
    public record Rows(
            long count,
            long textBytes,
            Map<LeftOut, Long> leftOut,
            List<String> examples,
            long unusableDates,
            long malformed,
            long withoutMinutiae) {
        public Rows {
            leftOut = Map.copyOf(leftOut);
            examples = List.copyOf(examples);
        }
    }

    public SetReport {
        orphans = List.copyOf(orphans);
    }

    /** Lines for people. */
    String lines() {
        StringBuilder out = new StringBuilder(String.format(
                Locale.ROOT,
                "%s: %,d documents in %,d shards, %,d bytes, %,d postings, from %,d rows and %,d bytes of text%n",
                SparkCommand.quoted(path),
                documents,
                shards,
                bytes,
                postings,
                rows.count,
                rows.textBytes));
        rows.leftOut.forEach((reason, count) -> counted(out, "left out: %,d " + reason.words(), count));
        rows.examples.forEach(example -> out.append(String.format("    %s%n", SparkCommand.quoted(example))));
        counted(out, "%,d documents without their date, which is not in the years 1 to 9999", rows.unusableDates);
        counted(out, "%,d malformed UTF-8 sequences, read as U+FFFD", rows.malformed);
        counted(out, "%,d documents without minutiae", rows.withoutMinutiae);
        counted(out, "%,d directories of repeated tasks, removed", removed);
        orphans.forEach(path ->
                out.append(String.format("  could not be removed: %s; use Orphans%n", SparkCommand.quoted(path))));
        return out.toString();
    }

    private static void counted(StringBuilder out, String format, long count) {
        if (count > 0) {
            out.append(String.format(Locale.ROOT, "  " + format + "%n", count));
        }
    }

    /** One JSON object on a line, with all reasons. */
    String json() {
        ObjectNode json = new ObjectMapper().valueToTree(this);
        ObjectNode reasons = ((ObjectNode) json.get("rows")).putObject("leftOut");
        for (LeftOut reason : LeftOut.values()) {
            reasons.put(reason.words().replace(' ', '-'), rows.leftOut.getOrDefault(reason, 0L));
        }
        return json + "\n";
    }
}
