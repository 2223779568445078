package io.whorl.lab.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

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
    private static final String RUN = "{\"format\":1,\"collection\":\"c0ffee\",\"documents\":7,\"textBytes\":700,"
            + "\"questions\":\"decade\",\"asked\":1,\"thresholds\":[2.5],\"seed\":-3}";
    private static final String OUTCOME = "{\"configuration\":{\"section\":\"s\",\"name\":\"n\","
            + "\"settings\":{\"system\":\"lucene-minhash\"},\"measure\":\"bm25\","
            + "\"querySelection\":{\"name\":\"mod\",\"parameters\":{\"m\":\"25\"}},\"maxDf\":9,"
            + "\"alteration\":\"swap:0.5\",\"rival\":{\"system\":\"lucene-minhash\","
            + "\"parameters\":{\"components\":64,\"granularity\":5},\"stop\":[\"the\"]}},"
            + "\"means\":{\"questions\":1,\"precision\":0.1,\"recall\":1.0,\"highestFalseMatch\":30.0,"
            + "\"separation\":0.1,\"ratio\":0.0033333333333333335,\"imprecise\":1,\"negative\":0},"
            + "\"affinity\":{\"self\":{\"count\":1,\"sum\":2.0,\"squares\":4.0,\"mean\":2.0,\"deviation\":0.0},"
            + "\"related\":{\"count\":0,\"sum\":0.0,\"squares\":0.0,\"mean\":0.0,\"deviation\":0.0},"
            + "\"unrelated\":{\"count\":0,\"sum\":0.0,\"squares\":0.0,\"mean\":0.0,\"deviation\":0.0}},"
            + "\"operations\":[{\"threshold\":2.5,\"tp\":1,\"fp\":2,\"fn\":0,\"tn\":3}],"
            + "\"size\":{\"documents\":7,\"textBytes\":700,\"words\":60,\"minutiae\":5,\"singletons\":4,"
            + "\"postings\":6,\"bytes\":99},\"answers\":[{\"id\":\"a\",\"group\":\"g\",\"right\":2,\"minutiae\":8,"
            + "\"precision\":0.1,\"recall\":1.0,\"highestFalseMatch\":30.0,\"separation\":0.1,"
            + "\"affinity\":{\"self\":{\"count\":1,\"sum\":2.0,\"squares\":4.0,\"mean\":2.0,\"deviation\":0.0},"
            + "\"related\":{\"count\":0,\"sum\":0.0,\"squares\":0.0,\"mean\":0.0,\"deviation\":0.0},"
            + "\"unrelated\":{\"count\":0,\"sum\":0.0,\"squares\":0.0,\"mean\":0.0,\"deviation\":0.0}},"
            + "\"tp\":[1],\"fp\":[2]}],\"timings\":{\"buildSeconds\":1.5,\"buildMegabytesPerSecond\":2.5,"
            + "\"queryMedianMicros\":3.5,\"query99Micros\":4.5,\"samples\":1}}";

    @Test
    void runIsWrittenAndReadBack() throws IOException {
        Run run = new Run("c0ffee", 7, 700, "decade", 1, List.of(2.5), -3);
        assertEquals(RUN, Json.write(run));
        assertEquals(run, Json.run(RUN));
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
        assertEquals(OUTCOME, Json.write(outcome));
        assertEquals(outcome, Json.outcome(OUTCOME));
    }

    @Test
    void absentOptionalFieldsAreLeftOutAndReadAsAbsent() throws IOException {
        Configuration configuration = SampleResults.rival("s", "n", Map.of());
        String json = Json.write(configuration);
        assertEquals("{\"section\":\"s\",\"name\":\"n\",\"settings\":{},\"measure\":\"score\"}", json);
        assertEquals(
                configuration,
                Json.outcome(OUTCOME.replaceFirst(
                                "\\{\"section\".*?\"stop\":\\[\"the\"\\]\\}\\}",
                                java.util.regex.Matcher.quoteReplacement(json)))
                        .configuration());
        assertEquals(OptionalLong.empty(), configuration.maxDf());
    }

    @Test
    void damagedLinesAreRejected() {
        for (String field : List.of("\"format\":1,", "\"collection\":\"c0ffee\",", "\"seed\":-3", "}")) {
            assertThrows(IOException.class, () -> Json.run(RUN.replace(field, "")), field);
        }
        assertThrows(IOException.class, () -> Json.run(RUN + "}"));
        assertThrows(IOException.class, () -> Json.run(RUN.replace(":1,", ":2,")));
        assertThrows(IOException.class, () -> Json.outcome(OUTCOME.replace("\"fp\":[2]", "\"fp\":[]")));
    }
}
