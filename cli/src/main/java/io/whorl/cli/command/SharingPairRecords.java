package io.whorl.cli.command;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.whorl.align.Passage;
import io.whorl.align.Span;
import io.whorl.cli.console.Console;
import io.whorl.cli.option.Choice;
import io.whorl.cli.output.Amount;
import io.whorl.cli.output.Column;
import io.whorl.cli.output.Escapes;
import io.whorl.cli.output.Format;
import io.whorl.cli.output.Records;
import io.whorl.cli.output.Value;
import io.whorl.cli.passages.CheckedText;
import io.whorl.cli.passages.OriginalPlaces;
import io.whorl.cli.passages.PanXml;
import io.whorl.cli.passages.QueryPassages;
import io.whorl.cli.passages.SharingPair;
import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Prints pairs that share passages: a sentence for each, a record with the passages, or a record for each passage. */
final class SharingPairRecords {
    private static final double PERCENT = 100;

    private SharingPairRecords() {}

    static void print(List<SharingPair> pairs, Console console) throws IOException {
        if (console.format() == Format.TABLE) {
            Writer out = console.streams().out();
            for (SharingPair pair : pairs) {
                out.write(Escapes.visible(sentence(pair)));
                out.write('\n');
            }
            return;
        }
        if (console.format() == Format.PASSIM) {
            try (PassimRecords records = new PassimRecords(console)) {
                for (SharingPair pair : pairs) {
                    records.add(
                            QueryPassages.ofPair(pair),
                            id -> Optional.of(pair.b().utf8()));
                }
            }
            return;
        }
        try (Records records = console.records(List.of(
                Column.text("query"),
                Column.text("id"),
                Column.number("words"),
                Column.number("queryShare"),
                Column.number("share"),
                Column.text("reference"),
                Column.text("passages")))) {
            for (SharingPair pair : pairs) {
                records.add(
                        Value.text(pair.a().id()),
                        Value.text(pair.b().id()),
                        Value.count(pair.words()),
                        Value.ratio(pair.shareOfA()),
                        Value.ratio(pair.shareOfB()),
                        Value.json(Boolean.toString(pair.b().reference())),
                        Value.json(passages(pair)));
            }
        }
    }

    /** Writes the passages as XML files of PAN's format, one for each pair. */
    static void write(List<SharingPair> pairs, Path directory) throws IOException {
        PanXml files = PanXml.in(directory);
        for (SharingPair pair : pairs) {
            List<Passage> original = pair.passages().stream()
                    .map(p -> OriginalPlaces.of(
                            p, pair.a().places().map(), pair.b().places().map()))
                    .toList();
            files.pair(pair.a().id(), pair.b().id(), original);
        }
    }

    /** Only a reference is known to be older. */
    private static String sentence(SharingPair pair) {
        String a = pair.a().id();
        String b = pair.b().id();
        String words = Amount.of(pair.words(), "word");
        String places = Amount.of(pair.passages().size(), "passage");
        return pair.b().reference()
                ? a + " took " + words + " of " + b + " in " + places + ", " + percent(pair.shareOfA()) + " of " + a
                : a + " and " + b + " share " + words + " in " + places + ", " + percent(pair.shareOfA()) + " of " + a
                        + " and " + percent(pair.shareOfB()) + " of " + b;
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.0f %%", PERCENT * share);
    }

    private static void writePages(JsonGenerator json, String field, CheckedText text, Span span) throws IOException {
        Optional<String> pages = text.places().pages(span);
        if (pages.isPresent()) {
            json.writeStringField(field, pages.get());
        }
    }

    private static String passages(SharingPair pair) throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
            json.writeStartArray();
            for (Passage found : pair.passages()) {
                Passage passage = OriginalPlaces.of(
                        found, pair.a().places().map(), pair.b().places().map());
                json.writeStartObject();
                json.writeNumberField("queryStart", passage.a().start());
                json.writeNumberField("queryEnd", passage.a().end());
                json.writeNumberField("start", passage.b().start());
                json.writeNumberField("end", passage.b().end());
                json.writeNumberField("queryStartBytes", passage.a().startByte());
                json.writeNumberField("queryEndBytes", passage.a().endByte());
                json.writeNumberField("startBytes", passage.b().startByte());
                json.writeNumberField("endBytes", passage.b().endByte());
                json.writeStringField("kind", Choice.name(passage.kind()));
                json.writeNumberField("words", passage.words());
                json.writeNumberField("score", passage.score());
                if (pair.a().places().map().isEmpty()) {
                    json.writeStringField("queryPlaces", PassageRecords.IN_TEXT);
                }
                if (pair.b().places().map().isEmpty()) {
                    json.writeStringField("places", PassageRecords.IN_TEXT);
                }
                writePages(json, "queryPage", pair.a(), found.a());
                writePages(json, "page", pair.b(), found.b());
                json.writeEndObject();
            }
            json.writeEndArray();
        }
        return text.toString();
    }
}
