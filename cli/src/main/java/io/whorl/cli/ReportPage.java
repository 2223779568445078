package io.whorl.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import io.whorl.cli.HtmlPage.DataBlocks;
import io.whorl.cli.HtmlPage.PageTexts;
import io.whorl.cli.HtmlPage.PassagesJson;
import io.whorl.cli.HtmlPage.PassagesJson.Places;
import io.whorl.cli.PairAlignment.SharingPair;
import io.whorl.cli.PairAlignment.SharingPair.CheckedText;
import io.whorl.cli.PairAlignment.TextGroups;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.TreeMap;
import org.apache.commons.io.function.IOConsumer;

/**
 * A report as one HTML file.
 *
 * @param texts all texts that were compared
 * @param pairs the pairs to show, best first
 * @param total the number of pairs that were found, of which {@code pairs} are the first
 * @param evasions the documents that may hide copied text, with what was found in them
 * @param leftOut the documents that cannot share passages: not read, without words, or too short
 * @param notes limits that were reached, and text that many documents have
 * @param minWords the least shared words of a pair, with which the slider of the page begins
 * @param groups of the texts, which the page shows at first
 * @param run writes what was run
 */
record ReportPage(
        List<CheckedText> texts,
        List<SharingPair> pairs,
        int total,
        List<Omission> evasions,
        List<Omission> leftOut,
        List<Note> notes,
        int minWords,
        TextGroups groups,
        IOConsumer<JsonGenerator> run) {
    private static final HtmlPage PAGE = new HtmlPage("Shared passages", "report.html", PageTexts.LANGUAGES);

    private static final Table<Omission> LEFT_OUT = new Table<Omission>()
            .text("reason", Omission::reason)
            .count("count", Omission::count)
            .mark("unread", Omission::unread)
            .column(
                    Column.text("names"),
                    g -> Value.texts(g.names().stream().map(Escapes::visible).toList()));

    /** Writes the page. Equal reports have equal bytes. */
    public void write(OutputStream out) throws IOException {
        PAGE.write(out, this::writeData);
    }

    private void writeData(DataBlocks blocks) throws IOException {
        Map<CheckedText, Places> shown = new IdentityHashMap<>();
        Map<CheckedText, Integer> numbers = new IdentityHashMap<>();
        for (CheckedText text : texts()) {
            numbers.put(text, numbers.size());
        }
        for (SharingPair pair : pairs()) {
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
            json.writeNumberField("total", total());
            DataBlocks.objects(json, "evasions", LEFT_OUT, evasions());
            DataBlocks.objects(json, "leftOut", LEFT_OUT, leftOut());
            json.writeNumberField("minWords", minWords());
            json.writeNumberField("groupShare", groups().share);
            DataBlocks.array(json, "notes", notes(), note -> {
                json.writeStartObject();
                json.writeStringField("key", note.key());
                for (Map.Entry<String, ?> value : note.values().entrySet()) {
                    if (value.getValue() instanceof Long number) {
                        json.writeNumberField(value.getKey(), number);
                    } else {
                        json.writeStringField(
                                value.getKey(), Escapes.visible(value.getValue().toString()));
                    }
                }
                json.writeEndObject();
            });
            DataBlocks.objects(json, "documents", documents(shown), texts());
            int[] rank = {0};
            Table<SharingPair> ranked = new Table<SharingPair>()
                    .count("rank", p -> ++rank[0])
                    .count("a", p -> numbers.get(p.a()))
                    .count("b", p -> numbers.get(p.b()))
                    .part(p -> p, PassagesJson.table(shown));
            DataBlocks.objects(json, "pairs", ranked, pairs());
            json.writeEndObject();
        });
        blocks.writeJson("run", run);
    }

    private static Table<CheckedText> documents(Map<CheckedText, Places> shown) {
        return new Table<CheckedText>()
                .text("id", t -> Escapes.visible(t.id()))
                .count("words", CheckedText::words)
                .mark("reference", CheckedText::reference)
                .optional(
                        t -> Optional.of(t).filter(shown::containsKey).filter(x -> !x.given()
                                .isEmpty()),
                        new Table<CheckedText>().json("template", ReportPage::given));
    }

    private static String given(CheckedText text) {
        StringJoiner given = new StringJoiner(",", "[", "]");
        int bytes = 0;
        int units = 0;
        for (GivenText.Range range : text.given()) {
            int from = units + units(text.utf8(), bytes, range.start());
            units = from + units(text.utf8(), range.start(), range.end());
            given.add("[" + from + "," + units + "," + range.kind().ordinal() + "]");
            bytes = range.end();
        }
        return given.toString();
    }

    private static int units(byte[] utf8, int from, int to) {
        return new String(utf8, from, to - from, StandardCharsets.UTF_8).length();
    }

    /**
     * A limit that was reached, or what else a reader must know.
     *
     * @param key that of a text that begins with {@code note.}
     * @param values of its placeholders: numbers of type Long, and texts
     */
    public record Note(String key, Map<String, ?> values) {
        public Note {
            // The order of other maps differs between runs, and equal reports have equal bytes.
            values = Collections.unmodifiableMap(new TreeMap<>(values));
        }

        /** Returns the note as a sentence in English, without its full stop. */
        public String english() {
            return PageTexts.english("note." + key, values).replaceFirst("\\.$", "");
        }
    }

    /**
     * Documents that a report names for one reason: that it does not compare them, or that they may hide copied text.
     *
     * @param reason the key of a text that begins with {@code reason.}
     * @param unread true if they may have text that could not be read
     * @param count their number
     * @param names the first of them, with details
     */
    public record Omission(String reason, boolean unread, long count, List<String> names) {
        public Omission {
            names = List.copyOf(names);
        }

        public String english() {
            return PageTexts.english("reason." + reason, Map.of());
        }
    }
}
