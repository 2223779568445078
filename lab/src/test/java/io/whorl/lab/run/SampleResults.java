package io.whorl.lab.run;

import io.whorl.lab.report.Columns.Moments;
import io.whorl.lab.run.Outcome.Answer;
import io.whorl.lab.run.Outcome.Answer.Affinity;
import io.whorl.lab.run.Outcome.Answer.Effectiveness;
import io.whorl.lab.run.Outcome.IndexSize;
import io.whorl.lab.run.Outcome.Operation;
import io.whorl.lab.run.Outcome.Timings;
import io.whorl.lab.run.ResultsFolder.Results;
import io.whorl.lab.run.ResultsFolder.Results.Run;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;

/** Generated results; the figures have no meaning. */
final class SampleResults {
    /** A name that would be markup, break an attribute, or be invalid XML if it were not escaped. */
    static final String HOSTILE = "</td><script>alert(\"1\")</script> & 'x' ]]> \u0001";

    private static final String GRID = """
            [strategies]
            granularity = 4
            selection = full anchor mod:m=25
            measure = percent resemblance
            [granularity]
            granularity = 2 3 4
            selection = full winnowing:w=8
            """;

    private SampleResults() {}

    /** Another system, which only its settings describe. */
    static Configuration rival(String section, String name, Map<String, String> settings) {
        return new Configuration(
                section,
                name,
                settings,
                Optional.empty(),
                Optional.empty(),
                "score",
                Optional.empty(),
                OptionalLong.empty(),
                Optional.empty());
    }

    /** Makes two sections of a grid, and one of a rival with hostile names and no wrong answers. */
    static Results make() throws IOException {
        Random random = new Random(3);
        List<Outcome> outcomes = new ArrayList<>();
        for (Configuration configuration :
                Grid.parse("sample", GRID, Path.of("")).configurations()) {
            outcomes.add(outcome(configuration, random, 10));
        }
        Configuration rival = rival("rival " + HOSTILE, HOSTILE, Map.of("system", HOSTILE));
        outcomes.add(outcome(rival, random, 0));
        return new Results(new Run("c0ffee", 1_234, 56_700_000, "decade", 3, List.of(10.0, 50.0), 1), outcomes);
    }

    private static Outcome outcome(Configuration configuration, Random random, double highestFalseMatch) {
        List<Answer> answers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            double hfm = highestFalseMatch * random.nextDouble();
            answers.add(new Answer(
                    "q" + i + HOSTILE,
                    "g" + i,
                    2,
                    100,
                    new Effectiveness(0.5 + random.nextDouble() / 2, 1, hfm, 60 * random.nextDouble() - hfm - 10),
                    new Affinity(new Moments(1, 100, 10_000), new Moments(1, 60, 3_600), new Moments(9, 9, 9)),
                    List.of(
                            new Operation(10, 1, random.nextInt(4), 0, 9),
                            new Operation(50, 1, 0, random.nextInt(2), 9))));
        }
        long postings = 1 + random.nextInt(1_000_000);
        return new Outcome(
                configuration,
                new IndexSize(1_234, 56_700_000, 9_000_000, postings / 2, postings / 3, postings, 2 * postings),
                new Timings(1, 10 + 100 * random.nextDouble(), 20 + 500 * random.nextDouble(), 900, 3),
                answers);
    }
}
