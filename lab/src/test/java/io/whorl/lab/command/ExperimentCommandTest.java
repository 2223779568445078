package io.whorl.lab.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.lab.Samples;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Runs the experiments: valid input gives tables, invalid input gives a one-line error. */
class ExperimentCommandTest {
    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final CommandLine lab =
            Commands.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));

    @BeforeEach
    void write() throws IOException {
        Samples.write(folder);
    }

    @Test
    void ferretWritesItsTables() throws IOException {
        assertEquals(0, run("ferret", "--collection", docs()), err::toString);
        assertTrue(out.toString().contains("LMD tables 3 and 4"), out.toString());
        List<String> csv = Files.readAllLines(folder.resolve("out/ferret-trigrams.csv"));
        assertEquals("figure,all 22,\"LMD, Federalist\",\"LMD, TV News\"", csv.get(0));
        assertEquals("texts,22,81,335", csv.get(1));
        assertEquals(0, run("ferret", "--collection", docs(), "--without", "sub/g0v0.txt,sub/g1v0.txt"), err::toString);
        assertEquals(
                "texts,22,20,81,335",
                Files.readAllLines(folder.resolve("out/ferret-trigrams.csv")).get(1));
    }

    @Test
    void sketchesWritesItsTable() throws IOException {
        assertEquals(0, run("sketches", "--collection", docs(), "--pairs", "5", "--permutations", "1"), err::toString);
        assertEquals(
                13, Files.readAllLines(folder.resolve("out/sketches-error.csv")).size());
    }

    @Test
    void findsTheDefaultCollectionInTheDataFolder() throws IOException {
        Path papers = Files.createDirectories(folder.resolve("data/federalist/docs"));
        for (int i = 1; i <= 6; i++) {
            Files.writeString(papers.resolve("federalist_0" + i + ".txt"), "to the people of the state of new york");
        }
        assertEquals(0, run("ferret", "--data", folder.resolve("data").toString()), err::toString);
        assertTrue(Files.readAllLines(folder.resolve("out/ferret-trigrams.csv")).contains("texts,6,2,81,335"));
        assertFails(
                "linuxdocs-small.tar.gz is not in the folder",
                "sketches",
                "--data",
                folder.resolve("data").toString());
    }

    @Test
    void errorMessagesNameTheProblem() {
        assertFails("experiment cops needs groups; add --groups TSV", "cops", "--collection", docs());
        assertFails(
                "none of the 4 queries has 50 distinct chunks",
                "cops",
                "--collection",
                docs(),
                "--groups",
                folder.resolve("groups.tsv").toString());
        assertFails(
                "draw is 0",
                "cops",
                "--collection",
                docs(),
                "--groups",
                folder.resolve("groups.tsv").toString(),
                "--draw",
                "0");
        assertFails("'x' is to be left out", "ferret", "--collection", docs(), "--without", "x");
        assertFails("pairs is 0", "sketches", "--collection", docs(), "--pairs", "0");
        assertEquals(2, run("ferrets"));
    }

    private String docs() {
        return folder.resolve("docs").toString();
    }

    private void assertFails(String message, String... arguments) {
        err.getBuffer().setLength(0);
        assertEquals(1, run(arguments));
        assertTrue(err.toString().contains(message), err.toString());
    }

    private int run(String... arguments) {
        List<String> all = new ArrayList<>(List.of("experiment"));
        all.addAll(List.of(arguments));
        all.addAll(List.of("--out", folder.resolve("out").toString()));
        return lab.execute(all.toArray(String[]::new));
    }
}
