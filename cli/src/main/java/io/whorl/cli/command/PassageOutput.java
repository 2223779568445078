package io.whorl.cli.command;

import io.whorl.align.Aligner;
import io.whorl.align.Passage;
import io.whorl.align.Span;
import io.whorl.cli.console.Console;
import io.whorl.cli.option.Choice;
import io.whorl.cli.output.Amount;
import io.whorl.cli.output.Escapes;
import io.whorl.cli.output.Format;
import io.whorl.cli.output.Snippet;
import io.whorl.cli.output.Table;
import io.whorl.cli.output.Value;
import io.whorl.cli.passages.PanXml;
import io.whorl.cli.passages.PanXml.Detection;
import io.whorl.cli.passages.PassimRecord;
import io.whorl.cli.passages.QueryPassages;
import io.whorl.cli.passages.SharingPair;
import io.whorl.cli.passages.TextPlaces;
import io.whorl.passages.FoundPassages.FoundPassage;
import io.whorl.query.TextSource;
import java.io.Closeable;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Prints the passages of one text after another. */
interface PassageOutput extends Closeable {
    /** @param texts the texts of the other documents */
    void add(QueryPassages found, TextSource texts) throws IOException;

    /** Adds the passages of a text and one other, even if there are none. */
    default void addPair(QueryPassages found, String other, byte[] otherUtf8) throws IOException {
        add(found, id -> Optional.of(otherUtf8));
    }

    /**
     * Opens the output: XML files in a directory if there is one, or else the format of the console.
     *
     * @param xml the directory for XML files
     */
    static PassageOutput of(Optional<Path> xml, Console console, Aligner aligner, boolean ranked) throws IOException {
        return xml.isPresent() ? new PanXmlFiles(xml.get()) : of(console, aligner, ranked);
    }

    /**
     * Opens the output in the format of the console.
     *
     * @param aligner counts the words of a text
     * @param ranked whether the others are documents of an index: several may compete for a place, and records have a
     *     rank
     */
    static PassageOutput of(Console console, Aligner aligner, boolean ranked) throws IOException {
        if (console.format() == Format.TABLE) {
            return new PassageSentences(console, aligner);
        }
        return console.format() == Format.PASSIM ? new PassimRecords(console) : new PassageRecords(console, ranked);
    }

    /** Writes one XML file of PAN's format for each text, or for each pair. */
    final class PanXmlFiles implements PassageOutput {
        private final PanXml files;

        PanXmlFiles(Path directory) throws IOException {
            files = PanXml.in(directory);
        }

        @Override
        public void add(QueryPassages found, TextSource texts) throws IOException {
            List<Detection> detections = new ArrayList<>();
            for (FoundPassage passage : found.passages()) {
                detections.add(new Detection(passage.id(), found.original(passage)));
            }
            files.text(found.query(), detections);
        }

        @Override
        public void addPair(QueryPassages found, String other, byte[] otherUtf8) throws IOException {
            List<Passage> passages = new ArrayList<>();
            for (FoundPassage passage : found.passages()) {
                passages.add(found.original(passage));
            }
            files.pair(found.query(), other, passages);
        }

        @Override
        public void close() {}
    }

    /** Prints passages, one record each. Places are in code points and in bytes, ends exclusive. */
    final class PassageRecords implements PassageOutput {
        private final Table.Rows<Row> rows;

        /**
         * A passage.
         *
         * @param passage its places in the files
         * @param other the places of the other text
         */
        private record Row(QueryPassages query, FoundPassage found, Passage passage, TextPlaces other) {}

        PassageRecords(Console console, boolean ranked) throws IOException {
            rows = console.open(new Table<Row>()
                    .text("query", r -> r.query().query())
                    .text("id", r -> r.found().id())
                    .part(r -> r, fields(ranked)));
        }

        private static Table<Row> fields(boolean ranked) {
            return new Table<Row>()
                    .count("queryStart", r -> r.passage().a().start())
                    .count("queryEnd", r -> r.passage().a().end())
                    .count("start", r -> r.passage().b().start())
                    .count("end", r -> r.passage().b().end())
                    .count("queryStartBytes", r -> r.passage().a().startByte())
                    .count("queryEndBytes", r -> r.passage().a().endByte())
                    .count("startBytes", r -> r.passage().b().startByte())
                    .count("endBytes", r -> r.passage().b().endByte())
                    .text("kind", r -> Choice.name(r.passage().kind()))
                    .count("words", r -> r.passage().words())
                    .number("score", r -> Value.ratio(r.passage().score()))
                    .when(ranked, t -> t.count("rank", r -> r.found().rank()))
                    .optionalText("queryPlaces", r -> counted(r.query().places()))
                    .optionalText("places", r -> counted(r.other()))
                    .optionalText(
                            "queryPage",
                            r -> r.query().places().pages(r.found().passage().a()))
                    .optionalText(
                            "page", r -> r.other().pages(r.found().passage().b()));
        }

        private static List<Row> rows(QueryPassages query) throws IOException {
            List<Row> rows = new ArrayList<>();
            for (FoundPassage found : query.passages()) {
                rows.add(new Row(
                        query, found, query.original(found), query.placesOf().of(found.id())));
            }
            return rows;
        }

        static String json(QueryPassages pair) throws IOException {
            return fields(false).json(rows(pair));
        }

        @Override
        public void add(QueryPassages query, TextSource texts) throws IOException {
            for (Row row : rows(query)) {
                rows.add(row);
            }
            rows.flush();
        }

        /** Says that places count in the text without markup, not in the file. */
        private static Optional<String> counted(TextPlaces places) {
            return places.map().isPresent() ? Optional.empty() : Optional.of("text");
        }

        @Override
        public void close() throws IOException {
            rows.close();
        }
    }

    /** Prints passages with the fields of Passim: one object for each passage of a cluster. */
    final class PassimRecords implements PassageOutput {
        private final Table.Rows<PassimRecord> records;
        private long clusters;

        PassimRecords(Console console) throws IOException {
            records = console.open(new Table<PassimRecord>()
                    .count("uid", PassimRecord::uid)
                    .count("cluster", PassimRecord::cluster)
                    .count("size", PassimRecord::size)
                    .text("id", PassimRecord::id)
                    .count("begin", PassimRecord::begin)
                    .count("end", PassimRecord::end)
                    .text("text", PassimRecord::text));
        }

        @Override
        public void add(QueryPassages found, TextSource texts) throws IOException {
            for (PassimRecord record : PassimRecord.of(found, clusters + 1, texts)) {
                clusters = record.cluster();
                records.add(record);
            }
            records.flush();
        }

        @Override
        public void close() throws IOException {
            records.close();
        }
    }

    /**
     * Prints passages for people: a sentence for each document, then the passages in the order of the text. Long
     * quotations are cut at the width of the terminal.
     */
    final class PassageSentences implements PassageOutput {
        /** The documents, and the other passages of a place, that are shown. */
        private static final int MAX_SHOWN = 10;

        /** A shorter excerpt has a line of its own. */
        private static final int LEAST_EXCERPT = 24;

        private static final String INDENT = "      ";

        private final Writer out;
        private final int width;
        private final Aligner aligner;

        PassageSentences(Console console, Aligner aligner) {
            this.out = console.streams().out();
            this.width = console.width();
            this.aligner = aligner;
        }

        @Override
        public void add(QueryPassages found, TextSource texts) throws IOException {
            if (found.passages().isEmpty()) {
                return;
            }
            Map<String, List<Passage>> documents = found.byDocument();
            int words = aligner.prepare(found.utf8()).words();
            int shown = 0;
            for (Map.Entry<String, List<Passage>> document : documents.entrySet()) {
                if (shown++ == MAX_SHOWN) {
                    line("... and passages of " + Amount.of(documents.size() - MAX_SHOWN, "more document"));
                    break;
                }
                line(sentence(found.query(), words, document.getKey(), document.getValue()));
            }
            int others = 0;
            for (FoundPassage passage : found.passages()) {
                if (passage.rank() == 1) {
                    others(others);
                    others = 0;
                    place(passage, found);
                } else if (passage.rank() <= MAX_SHOWN) {
                    line("    also " + match(passage, found));
                } else {
                    others++;
                }
            }
            others(others);
            out.flush();
        }

        private static String sentence(String query, int words, String id, List<Passage> passages) {
            int taken = SharingPair.sharedWords(passages);
            return String.format(
                    Locale.ROOT,
                    "%s shares %s with %s in %s, %.0f %% of %1$s",
                    query,
                    Amount.of(taken, "word"),
                    id,
                    Amount.of(passages.size(), "passage"),
                    100.0 * Math.min(1, (double) taken / Math.max(1, words)));
        }

        private void place(FoundPassage found, QueryPassages query) throws IOException {
            Passage passage = found.passage();
            Passage original = query.original(found);
            String at = place(original.a(), query.places().pages(passage.a()));
            String start = "  at " + at + ": " + match(found, query) + ": ";
            int room = width - start.codePointCount(0, start.length());
            if (room < LEAST_EXCERPT) {
                line(start);
                start = INDENT;
                room = width - INDENT.length();
            }
            line(start
                    + Snippet.quoted(
                            query.utf8(), passage.a().startByte(), passage.a().endByte(), room));
        }

        private static String match(FoundPassage found, QueryPassages query) throws IOException {
            Passage passage = query.original(found);
            TextPlaces places = query.placesOf().of(found.id());
            String kind =
                    switch (passage.kind()) {
                        case VERBATIM -> "verbatim";
                        case REORDERED -> "reordered";
                        case REWORDED -> "reworded";
                        case SUMMARY -> "summarised";
                    };
            return Amount.of(passage.words(), "word") + " " + kind + " from " + found.id() + " at "
                    + place(passage.b(), places.pages(found.passage().b()));
        }

        /** Returns a place in words, with its page if it is known. */
        private static String place(Span span, Optional<String> pages) {
            return String.format(Locale.ROOT, "%,d", span.start())
                    + pages.map(p -> " (" + p + ")").orElse("");
        }

        private void others(int count) throws IOException {
            if (count > 0) {
                line("    also in " + Amount.of(count, "more place"));
            }
        }

        private void line(String text) throws IOException {
            out.write(Escapes.visible(text.stripTrailing()));
            out.write('\n');
        }

        @Override
        public void close() throws IOException {
            out.flush();
        }
    }
}
