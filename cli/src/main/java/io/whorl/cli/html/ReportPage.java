package io.whorl.cli.html;

import com.fasterxml.jackson.core.JsonGenerator;
import io.whorl.cli.html.PassagesJson.Places;
import io.whorl.cli.output.Escapes;
import io.whorl.cli.passages.GivenText;
import io.whorl.cli.passages.SharingPair;
import io.whorl.cli.passages.SharingPair.CheckedText;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** A report as one HTML file. */
public final class ReportPage {
    private static final HtmlPage PAGE = new HtmlPage(
            "Shared passages",
            "report.html",
            List.of("page.css"),
            List.of(
                    "page/base.js",
                    "report/documents.js",
                    "page/words.js",
                    "page/pane.js",
                    "report/list.js",
                    "page/pair.js",
                    "page/minimap.js",
                    "report/one.js",
                    "page/layout.js",
                    "page/graph.js",
                    "page/views.js",
                    "report/texts-graph.js",
                    "report/main.js"));

    private final List<CheckedText> texts;
    private final List<SharingPair> pairs;
    private final Contents contents;

    public ReportPage(Contents contents) {
        this.contents = contents;
        texts = contents.texts();
        pairs = contents.pairs();
    }

    /** Writes the page. Equal reports have equal bytes. */
    public void write(OutputStream out) throws IOException {
        PAGE.write(out, this::writeData);
    }

    private void writeData(DataBlocks blocks) throws IOException {
        Map<CheckedText, Places> shown = new IdentityHashMap<>();
        Map<CheckedText, Integer> numbers = new IdentityHashMap<>();
        for (CheckedText text : texts) {
            numbers.put(text, numbers.size());
        }
        for (SharingPair pair : pairs) {
            for (CheckedText text : List.of(pair.a(), pair.b())) {
                if (!shown.containsKey(text)) {
                    String string = new String(text.utf8(), StandardCharsets.UTF_8);
                    shown.put(text, new Places(string));
                    blocks.write(
                            "text-" + numbers.get(text), block -> block.write(string.getBytes(StandardCharsets.UTF_8)));
                }
            }
        }
        blocks.writeJson("data", json -> {
            json.writeStartObject();
            json.writeNumberField("total", contents.total());
            writeLeftOut(json);
            writeTexts(json, shown);
            writePairs(json, shown, numbers);
            json.writeEndObject();
        });
    }

    private void writeLeftOut(JsonGenerator json) throws IOException {
        DataBlocks.array(json, "leftOut", contents.leftOut(), group -> {
            json.writeStartObject();
            json.writeStringField("reason", group.reason());
            json.writeNumberField("count", group.count());
            if (group.unread()) {
                json.writeBooleanField("unread", true);
            }
            DataBlocks.texts(json, "names", group.names());
            json.writeEndObject();
        });
        DataBlocks.texts(json, "notes", contents.notes());
    }

    private void writeTexts(JsonGenerator json, Map<CheckedText, Places> shown) throws IOException {
        DataBlocks.array(json, "documents", texts, text -> {
            json.writeStartObject();
            json.writeStringField("id", Escapes.visible(text.id()));
            json.writeNumberField("words", text.words());
            if (text.reference()) {
                json.writeBooleanField("reference", true);
            }
            if (shown.containsKey(text) && !text.given().isEmpty()) {
                json.writeArrayFieldStart("template");
                writeGiven(json, text);
                json.writeEndArray();
            }
            json.writeEndObject();
        });
    }

    private static void writeGiven(JsonGenerator json, CheckedText text) throws IOException {
        int bytes = 0;
        int units = 0;
        for (GivenText.Range range : text.given()) {
            units += units(text.utf8(), bytes, range.start());
            int length = units(text.utf8(), range.start(), range.end());
            json.writeArray(new int[] {units, units + length}, 0, 2);
            units += length;
            bytes = range.end();
        }
    }

    private static int units(byte[] utf8, int from, int to) {
        return new String(utf8, from, to - from, StandardCharsets.UTF_8).length();
    }

    private void writePairs(JsonGenerator json, Map<CheckedText, Places> shown, Map<CheckedText, Integer> numbers)
            throws IOException {
        int[] rank = {0};
        DataBlocks.array(json, "pairs", pairs, pair -> {
            json.writeStartObject();
            json.writeNumberField("rank", ++rank[0]);
            json.writeNumberField("a", numbers.get(pair.a()));
            json.writeNumberField("b", numbers.get(pair.b()));
            PassagesJson.write(json, pair, shown.get(pair.a()), shown.get(pair.b()));
            json.writeEndObject();
        });
    }

    /**
     * What the page of a report shows.
     *
     * @param texts all texts that were compared
     * @param pairs the pairs to show, best first
     * @param total the number of pairs that were found, of which {@code pairs} are the first
     * @param leftOut the documents that cannot share passages: not read, without words, or too short
     * @param notes limits that were reached, in sentences
     */
    public record Contents(
            List<CheckedText> texts, List<SharingPair> pairs, int total, List<LeftOut> leftOut, List<String> notes) {
        public Contents {
            texts = List.copyOf(texts);
            pairs = List.copyOf(pairs);
            leftOut = List.copyOf(leftOut);
            notes = List.copyOf(notes);
        }
    }

    /**
     * Documents that a report does not compare, for one reason.
     *
     * @param reason the reason, in words for a reader of the page
     * @param unread true if they may have text that could not be read
     * @param count their number
     * @param names the first of them, with details
     */
    public record LeftOut(String reason, boolean unread, long count, List<String> names) {
        public LeftOut {
            names = List.copyOf(names);
        }
    }
}
