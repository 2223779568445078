package io.whorl.cli.command;

import io.whorl.cli.passages.PanXml;
import io.whorl.cli.passages.PanXml.Detection;
import io.whorl.cli.passages.QueryPassages;
import io.whorl.passages.FoundPassage;
import io.whorl.query.TextSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

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
