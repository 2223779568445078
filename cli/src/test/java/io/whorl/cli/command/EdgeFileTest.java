package io.whorl.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.cli.CliRun;
import io.whorl.cli.Corpus;
import io.whorl.cli.command.ClustersCommand.EdgeFile;
import io.whorl.cli.html.ClustersPage.DatesById;
import io.whorl.cluster.ClusterOptions;
import io.whorl.cluster.Clusters;
import io.whorl.query.Snapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;

/** Pairs of clusters with dates. */
class EdgeFileTest {
    private static final Map<String, Instant> DATES =
            Map.of("a.txt", Instant.parse("2005-01-02T00:00:00Z"), "b.txt", Instant.parse("2001-01-02T03:04:05Z"));

    @TempDir
    private Path directory;

    private List<String> edges(String name, DatesById dates) throws IOException {
        Path sources = Files.createDirectories(directory.resolve("sources"));
        for (int i = 0; i < 3; i++) {
            Files.writeString(sources.resolve("abc".charAt(i) + ".txt"), Corpus.words(1, 100 + i));
        }
        Path index = directory.resolve("index");
        CliRun.of("build", index, sources, "--quiet").exits(0);
        Path file = directory.resolve(name);
        try (Snapshot snapshot = Snapshot.open(index);
                Clusters clusters = snapshot.clusters(ClusterOptions.DEFAULT)) {
            EdgeFile.at(file, message -> new IllegalArgumentException(message)).write(clusters, dates);
        }
        return Files.readAllLines(file);
    }

    @Test
    void edgesOfGraphmlLeadFromTheOlderDocument() throws IOException {
        List<String> lines = edges("edges.graphml", id -> Optional.ofNullable(DATES.get(id)));
        String xml = String.join("\n", lines);
        assertTrue(xml.contains("<key id=\"date\" for=\"node\""), xml);
        assertTrue(xml.contains("<data key=\"date\">2001-01-02T03:04:05Z</data>"), xml);
        assertTrue(xml.contains("<edge source=\"b.txt\" target=\"a.txt\" directed=\"true\">"), xml);
        assertTrue(xml.contains("<edge source=\"b.txt\" target=\"c.txt\">"), xml);
        assertEquals(3, lines.stream().filter(line -> line.contains("<edge ")).count());
    }

    @Test
    void copiesAreConnectedWithTheirOriginal() throws IOException {
        Path sources = Files.createDirectories(directory.resolve("copies"));
        for (String name : List.of("a.txt", "b.txt", "c.txt")) {
            Files.writeString(sources.resolve(name), Corpus.words(1, 100));
        }
        Files.writeString(sources.resolve("d.txt"), Corpus.words(1, 90));
        Path index = directory.resolve("index-of-copies");
        CliRun.of("build", index, sources, "--quiet").exits(0);
        Path file = directory.resolve("copies.csv");
        CliRun.of("clusters", index, "--edges", file).exits(0);
        List<String> lines = Files.readAllLines(file);
        assertEquals(4, lines.size());
        assertTrue(lines.get(1).startsWith("a.txt,d.txt,0.8"), lines::toString);
        assertEquals(List.of("a.txt,b.txt,1.0,1,1", "a.txt,c.txt,1.0,1,1"), lines.subList(2, 4));
    }

    /** XML holds few control characters, and readers of XML make one space of a tab in an attribute. */
    @Test
    void idsWithControlCharactersAreNodesOfTheirOwn() throws Exception {
        Path index = directory.resolve("control.index");
        List<String> ids = List.of("a\u0001", "a\u0002", "a\t", "a\n", "a\ufffd", "a\uffff", "a\\u0001", "a<&\"");
        String text = Corpus.words(1, 100);
        StringBuilder lines = new StringBuilder();
        for (String id : ids) {
            String escaped = String.join(
                    "", id.chars().mapToObj(c -> String.format("\\u%04x", c)).toList());
            lines.append("{\"id\":\"" + escaped + "\",\"text\":\"" + text + " " + escaped + " more\"}\n");
        }
        CliRun.withInput(lines.toString(), "build", index, "-").exits(0);
        Path file = directory.resolve("control.graphml");
        CliRun.of("clusters", index, "--edges", file).exits(0);
        var document = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile());
        Set<String> nodes = new HashSet<>();
        var elements = document.getElementsByTagName("node");
        for (int i = 0; i < elements.getLength(); i++) {
            nodes.add(((Element) elements.item(i)).getAttribute("id"));
        }
        assertEquals(
                Set.of("a\\u0001", "a\\u0002", "a\\u0009", "a\\u000a", "a\ufffd", "a\\uffff", "a\\u005cu0001", "a<&\""),
                nodes);
        assertEquals(ids.size(), elements.getLength());
    }

    @Test
    void edgesOfCsvHaveBothDates() throws IOException {
        List<String> lines = edges("edges.csv", id -> Optional.ofNullable(DATES.get(id)));
        assertEquals("a,b,score,clusterA,clusterB,dateA,dateB", lines.get(0));
        assertTrue(
                lines.stream()
                        .anyMatch(line -> line.startsWith("a.txt,b.txt,")
                                && line.endsWith(",1,1,2005-01-02T00:00:00Z,2001-01-02T03:04:05Z")),
                lines::toString);
        assertTrue(
                lines.stream().anyMatch(line -> line.startsWith("b.txt,c.txt,") && line.endsWith("05Z,")),
                lines::toString);
    }
}
