package io.whorl.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.cli.CliRun;
import io.whorl.cli.CommandFixture;
import io.whorl.cli.Corpus;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HistoryCommandTest extends CommandFixture {
    /** Three versions of a text, each without its first words and with new ones, and another text. */
    @BeforeEach
    void write() throws IOException {
        List<String> words = List.of(Corpus.words(1, 400).split(" "));
        for (int i = 0; i < 3; i++) {
            write("sources/v" + i + ".txt", String.join(" ", words.subList(i * 50, i * 50 + 200)));
        }
        write("sources/other.txt", Corpus.words(3, 200));
        write("dates.tsv", "v0.txt\t2022\nv1.txt\t2020\nv2.txt\t2021-06-01T10:00:00Z\n");
    }

    @Test
    void versionsAreListedByDateWithWhatTheyKept() throws IOException {
        run("build $index $sources --dates $dates.tsv --store-text").exits(0);
        CliRun run = run("history $index v1.txt --format json").exits(0, "3 versions; 0 have no date");
        assertEquals("date words minutiae score id", run.fields());
        List<String> csv = run("history $index v1.txt --format csv").exits(0).lines();
        assertEquals("date,words,minutiae,score,shared,kept,old,resemblance,id,before", csv.get(0));
        assertEquals(4, csv.size());
        // 147 of 197 chunks of four words.
        assertEquals(
                List.of(
                        "v1.txt 2020-01-01T00:00:00Z null null null",
                        "v2.txt 2021-06-01T10:00:00Z v1.txt 147 " + 147 / 197.0,
                        "v0.txt 2022-01-01T00:00:00Z"),
                run.rows("id date before shared kept").stream()
                        .map(row -> row.replaceFirst("(v0.txt \\S+).*", "$1"))
                        .toList());
        run("history $index v1.txt").exits(0).prints("2021-06-01T10:00:00Z");
        run = run("history $index v1.txt --passages --format json").exits(0);
        assertEquals(List.of("null", "1"), run.rows("passages").subList(0, 2));
        long words = Long.parseLong(run.rows("passageWords").get(1));
        assertTrue(words > 140 && words < 160, run.out());
    }

    @Test
    void versionsWithoutDatesAreListedApart() throws IOException {
        run("build $index $sources").exits(0);
        run("history $index v1.txt").exits(0, "no version has a date");
        String given = "history $index v1.txt --dates $dates.tsv --format json";
        assertEquals(3, run(given + " --link star").exits(0).lines().size());
        write("dates.tsv", "v1.txt\t2020\nv2.txt\tsoon\n");
        CliRun some = run(given).exits(0, "1 date cannot be read", "3 versions; 2 have no date");
        assertEquals("null", some.rows("date").get(2));
        run("history $index other.txt --format json").exits(0).printsLines(1);
    }
}
