package io.whorl.cli.command;

import io.whorl.align.Aligner;
import io.whorl.cli.console.Console;
import io.whorl.cli.output.Format;
import io.whorl.cli.passages.PanXml;
import io.whorl.cli.passages.PanXml.Detection;
import io.whorl.cli.passages.QueryPassages;
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

    /** Writes one XML file of PAN's format for each text. */
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
        public void close() {}
    }
}
