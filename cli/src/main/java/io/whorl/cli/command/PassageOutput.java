package io.whorl.cli.command;

import io.whorl.align.Aligner;
import io.whorl.align.Passage;
import io.whorl.align.Span;
import io.whorl.cli.console.Console;
import io.whorl.cli.option.Choice;
import io.whorl.cli.output.Column;
import io.whorl.cli.output.Format;
import io.whorl.cli.output.Table;
import io.whorl.cli.output.Value;
import io.whorl.cli.passages.PanXml;
import io.whorl.cli.passages.PanXml.Detection;
import io.whorl.cli.passages.PassimRecord;
import io.whorl.cli.passages.QueryPassages;
import io.whorl.cli.passages.TextPlaces;
import io.whorl.passages.FoundPassage;
import io.whorl.query.TextSource;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
     * @param ranked whether the others are documents of an index: they are older, several may compete for a place, and
     *     records have a rank
     */
    static PassageOutput of(Console console, Aligner aligner, boolean ranked) throws IOException {
        if (console.format() == Format.TABLE) {
            return new PassageSentences(console, aligner, ranked);
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
                    .column(Column.text("queryPlaces"), r -> counted(r.query().places()))
                    .column(Column.text("places"), r -> counted(r.other()))
                    .column(
                            Column.text("queryPage"),
                            r -> pages(r.query().places(), r.found().passage().a()))
                    .column(
                            Column.text("page"),
                            r -> pages(r.other(), r.found().passage().b()));
        }

        private static List<Row> rows(QueryPassages query) throws IOException {
            List<Row> rows = new ArrayList<>();
            for (FoundPassage found : query.passages()) {
                rows.add(new Row(
                        query, found, query.original(found), query.placesOf().of(found.id())));
            }
            return rows;
        }

        /** Returns the passages of a pair as a JSON array. */
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
        private static Value counted(TextPlaces places) {
            return places.map().isPresent() ? Value.absent() : Value.text("text");
        }

        private static Value pages(TextPlaces places, Span span) {
            return places.pages(span).map(Value::text).orElse(Value.absent());
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
}
