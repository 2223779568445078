package io.whorl.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.cli.CliRun;
import io.whorl.cli.CommandFixture;
import io.whorl.query.Snapshot;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Files that options name, such as lists, tables and schemes, as other programs write them, or damaged. */
class GivenFilesTest extends CommandFixture {
    private static final String BOM = "\ufeff";

    @BeforeEach
    void build() throws IOException {
        for (int i = 0; i < 3; i++) {
            write("sources/d" + i + ".txt", "the same long heading of all pages and then words of " + i);
        }
        run("build $index $sources --store-fingerprints").exits(0);
    }

    /** Asserts that commands with the file {@code given} are refused, and leave the index as it is. */
    private void refused(String message, String... commands) throws IOException {
        for (String command : commands) {
            CliRun run = run(command);
            assertTrue(run.code() == 1 || run.code() == 2, () -> command + ": " + run.code());
            run.tells(message).omits("Exception", "internal error");
        }
        assertEquals("3", documents("index"));
    }

    @Test
    void aByteOrderMarkIsNoPartOfTheFirstLine() throws IOException {
        write("dates", BOM + "d0.txt\t2020-01-01\nd1.txt\t2021-01-01\n");
        run("build $index $sources --force --dates $dates --store-fingerprints").exits(0);
        try (Snapshot snapshot = Snapshot.open(path("index"))) {
            assertTrue(snapshot.document("d0.txt").orElseThrow().date().isPresent());
        }
        write("dates", BOM + "id\tdate\nd0.txt\t2020-01-01\n");
        run("history $index d0.txt --dates $dates").exits(0).omits("warning");
        write("series", BOM + "d0.txt\ts\nd1.txt\ts\nd2.txt\ts\n");
        run("clusters $index --series $series").exits(0).omits("does not have");
        write("ids", BOM + "d0.txt\nd1.txt\n");
        run("group $index --ids $ids").exits(0);
        assertEquals("2 0", run("delete $index --ids $ids --format json").row("deleted notFound"));
        write("scheme", BOM + run("stats $index --format json").out());
        run("rebuild $index $sources --scheme $scheme").exits(0);
        write("anchors", BOM + "an\nth\n");
        run("build $index $sources --force --selection anchor:anchors=@$anchors")
                .exits(0);
        try (Snapshot snapshot = Snapshot.open(path("index"))) {
            assertEquals("an|th", snapshot.scheme().selection().parameters().get("anchors"));
        }
    }

    private static final String[] COMMANDS = {
        "build $index $sources --force --selection anchor:anchors=@$given",
        "build $index $sources --force --dates $given",
        "history $index d0.txt --dates $given",
        "clusters $index --series $given",
        "group $index --ids $given",
        "build $index $sources --force --stop $given",
        "rebuild $index $sources --scheme $given"
    };

    @Test
    void otherEncodingsDirectoriesAndLinesWithoutAnEndAreRefusedByName() throws IOException {
        for (String charset : List.of("UTF-16", "ISO-8859-1")) {
            write("given", "für\t1\nwürde\t2\n".getBytes(Charset.forName(charset)));
            refused("$given is not UTF-8", COMMANDS);
        }
        write("given", "x".repeat(300_000));
        refused("$given, line 1 has more than 262144 characters", Arrays.copyOf(COMMANDS, 5));
        Files.delete(path("given"));
        Files.createDirectory(path("given"));
        refused("$given", COMMANDS);
    }

    @Test
    void aLineOfATableWithoutOneOfItsPartsIsRefusedByItsNumber() throws IOException {
        write("given", "d0.txt\t2020\n\t2021\n");
        refused("$given, line 2: there is no id", "history $index d0.txt --dates $given");
        refused("$given, line 2: a line must have an id", "clusters $index --series $given");
        write("given", "d0.txt\t2020\n\u0000\u0001\u0002PK\n");
        refused("$given, line 2: there is no tab", "history $index d0.txt --dates $given");
        refused("$given, line 2: a line must", "clusters $index --series $given");
        write("given", "");
        run("clusters $index --series $given").exits(0, "no document is in a series by $given, so");
        run("history $index d0.txt --dates $given").exits(0, "no version has a date");
    }

    /** A year, a month and a day that no calendar has, and a date of 200,000 digits. */
    @Test
    void datesThatAreNoDatesAreCountedAndNamed() throws IOException {
        write("given", "d0.txt\t99999999999-01-01\nd1.txt\t2020-13-45\nd2.txt\t" + "9".repeat(200_000) + "\n");
        CliRun run = run("history $index d0.txt --dates $given")
                .exits(0, "3 dates cannot be read, and their documents have none: $given:1");
        assertTrue(run.err().length() < 1_000, "a date is cut in the message");
    }

    @Test
    void aSchemeThatUtf8CannotHoldIsRefused() throws IOException {
        String scheme = run("stats $index --format json").out();
        for (String changed : List.of(
                scheme.replace("\"stop\":[]", "\"stop\":[\"\\ud800\"]"),
                scheme.replace("\"parameters\":{}", "\"parameters\":{\"x\":\"\\udc00\"}"))) {
            assertNotEquals(scheme, changed);
            write("given", changed);
            refused("surrogate", "rebuild $index $sources --scheme $given");
        }
    }
}
