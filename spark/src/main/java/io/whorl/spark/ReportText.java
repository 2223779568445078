package io.whorl.spark;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;

/** What a command prints of a {@link SetReport}. */
final class ReportText {
    private ReportText() {}

    /** Lines for people. */
    static String lines(SetReport report) {
        StringBuilder out = new StringBuilder(String.format(
                Locale.ROOT,
                "%s: %,d documents in %,d shards, %,d bytes, %,d postings, from %,d rows and %,d bytes of text%n",
                quoted(report.path()),
                report.documents(),
                report.shards(),
                report.bytes(),
                report.postings(),
                report.rows(),
                report.textBytes()));
        report.leftOut()
                .forEach((reason, count) ->
                        out.append(String.format(Locale.ROOT, "  left out: %,d %s%n", count, reason.words())));
        report.examples().forEach(example -> out.append(String.format("    %s%n", quoted(example))));
        counted(out, report.unusableDates(), "documents without their date, which is not in the years 1 to 9999");
        counted(out, report.malformed(), "malformed UTF-8 sequences, read as U+FFFD");
        counted(out, report.withoutMinutiae(), "documents without minutiae");
        counted(out, report.removed(), "directories of repeated tasks, removed");
        report.orphans()
                .forEach(path -> out.append(String.format("  could not be removed: %s; use Orphans%n", quoted(path))));
        return out.toString();
    }

    private static void counted(StringBuilder out, long count, String what) {
        if (count > 0) {
            out.append(String.format(Locale.ROOT, "  %,d %s%n", count, what));
        }
    }

    /** A string without characters that control a terminal. */
    static String quoted(String text) {
        return new String(JsonStringEncoder.getInstance().quoteAsString(text));
    }

    /** One JSON object on a line. */
    static String json(SetReport report) {
        StringWriter out = new StringWriter();
        try (JsonGenerator g = new JsonFactory().createGenerator(out)) {
            g.writeStartObject();
            g.writeStringField("path", report.path());
            g.writeNumberField("shards", report.shards());
            g.writeNumberField("rows", report.rows());
            g.writeNumberField("documents", report.documents());
            g.writeNumberField("words", report.words());
            g.writeNumberField("postings", report.postings());
            g.writeNumberField("bytes", report.bytes());
            g.writeNumberField("textBytes", report.textBytes());
            g.writeObjectFieldStart("leftOut");
            for (LeftOut reason : LeftOut.values()) {
                g.writeNumberField(
                        reason.words().replace(' ', '-'), report.leftOut().getOrDefault(reason, 0L));
            }
            g.writeEndObject();
            strings(g, "examples", report.examples());
            g.writeNumberField("unusableDates", report.unusableDates());
            g.writeNumberField("malformed", report.malformed());
            g.writeNumberField("withoutMinutiae", report.withoutMinutiae());
            g.writeNumberField("removed", report.removed());
            strings(g, "orphans", report.orphans());
            g.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.append('\n').toString();
    }

    private static void strings(JsonGenerator g, String name, List<String> values) throws IOException {
        g.writeArrayFieldStart(name);
        for (String value : values) {
            g.writeString(value);
        }
        g.writeEndArray();
    }
}
