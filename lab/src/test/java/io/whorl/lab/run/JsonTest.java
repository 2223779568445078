package io.whorl.lab.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.whorl.lab.files.Folders;
import io.whorl.lab.report.Columns.Moments;
import io.whorl.lab.run.Configuration.Alteration;
import io.whorl.lab.run.Configuration.Rival;
import io.whorl.lab.run.Configuration.Rival.RivalScheme;
import io.whorl.lab.run.Outcome.Answer;
import io.whorl.lab.run.Outcome.Answer.Affinity;
import io.whorl.lab.run.Outcome.Answer.Effectiveness;
import io.whorl.lab.run.Outcome.IndexSize;
import io.whorl.lab.run.Outcome.Operation;
import io.whorl.lab.run.Outcome.Timings;
import io.whorl.lab.run.ResultsFolder.Json;
import io.whorl.lab.run.ResultsFolder.Results.Run;
import io.whorl.scheme.Selection;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Programs read results.jsonl: these lines must not change without a new format number. */
class JsonTest {
    private final List<String> lines =
            Folders.resource(JsonTest.class, "results.jsonl").lines().toList();
    private final String runLine = lines.get(0);
    private final String outcomeLine = lines.get(1);

    JsonTest() throws IOException {}

    @Test
    void runIsWrittenAndReadBack() throws IOException {
        Run run = new Run("c0ffee", 7, 700, "decade", 1, List.of(2.5), -3);
        assertEquals(runLine, Json.write(run));
        assertEquals(run, Json.run(runLine));
    }

    @Test
    void outcomeIsWrittenAndReadBack() throws IOException {
        Outcome outcome = new Outcome(
                new Configuration(
                        "s",
                        "n",
                        Map.of("system", "lucene-minhash"),
                        Optional.empty(),
                        Optional.of(RivalScheme.of(Rival.LUCENE_MINHASH, Map.of("components", 64), List.of("the"))),
                        "bm25",
                        Optional.of(new Selection("mod", Map.of("m", "25"))),
                        OptionalLong.of(9),
                        Optional.of(Alteration.parse("swap:0.5"))),
                new IndexSize(7, 700, 60, 5, 4, 6, 99),
                new Timings(1.5, 2.5, 3.5, 4.5, 1),
                List.of(new Answer(
                        "a",
                        "g",
                        2,
                        8,
                        new Effectiveness(0.1, 1, 30, 0.1),
                        new Affinity(new Moments(1, 2, 4), Moments.NONE, Moments.NONE),
                        List.of(new Operation(2.5, 1, 2, 0, 3)))));
        assertEquals(outcomeLine, Json.write(outcome));
        assertEquals(outcome, Json.outcome(outcomeLine));
    }

    @Test
    void absentOptionalFieldsAreLeftOutAndReadAsAbsent() throws IOException {
        Configuration configuration = SampleResults.rival("s", "n", Map.of());
        String json = Json.write(configuration);
        assertEquals("{\"section\":\"s\",\"name\":\"n\",\"settings\":{},\"measure\":\"score\"}", json);
        assertEquals(
                configuration,
                Json.outcome(outcomeLine.replaceFirst(
                                "\\{\"section\".*?\"stop\":\\[\"the\"\\]\\}\\}",
                                java.util.regex.Matcher.quoteReplacement(json)))
                        .configuration());
        assertEquals(OptionalLong.empty(), configuration.maxDf());
    }

    @Test
    void damagedLinesAreRejected() {
        for (String field : List.of("\"format\":1,", "\"collection\":\"c0ffee\",", "\"seed\":-3", "}")) {
            assertThrows(IOException.class, () -> Json.run(runLine.replace(field, "")), field);
        }
        assertThrows(IOException.class, () -> Json.run(runLine + "}"));
        assertThrows(IOException.class, () -> Json.run(runLine.replace(":1,", ":2,")));
        assertThrows(IOException.class, () -> Json.outcome(outcomeLine.replace("\"fp\":[2]", "\"fp\":[]")));
    }
}
