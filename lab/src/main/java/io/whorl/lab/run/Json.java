package io.whorl.lab.run;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import io.whorl.WhorlException;
import io.whorl.lab.report.Moments;
import io.whorl.lab.run.Outcome.Answer;
import io.whorl.lab.run.Outcome.Answer.Affinity;
import io.whorl.lab.run.Outcome.Answer.Effectiveness;
import io.whorl.lab.run.Outcome.IndexSize;
import io.whorl.lab.run.Outcome.Means;
import io.whorl.lab.run.Outcome.Operation;
import io.whorl.lab.run.Outcome.Timings;
import io.whorl.lab.run.Results.Run;
import io.whorl.lab.run.Rival.RivalScheme;
import io.whorl.query.QueryOptions;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.Selection;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Results as lines of JSON. Absent optional components are left out. A double is written with enough digits to be read
 * back unchanged. Derived figures (means, sums) are written for other programs, and computed again when a line is read.
 */
final class Json {
    private static final int FORMAT = 1;

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .addModule(new Jdk8Module())
            .defaultPropertyInclusion(
                    JsonInclude.Value.construct(JsonInclude.Include.NON_ABSENT, JsonInclude.Include.NON_ABSENT))
            .enable(
                    DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES,
                    DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES,
                    DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .addMixIn(Moments.class, MomentsJson.class)
            .addMixIn(Means.class, MeansJson.class)
            .build();

    private Json() {}

    @JsonPropertyOrder({"count", "sum", "squares", "mean", "deviation"})
    @JsonIgnoreProperties(
            value = {"mean", "deviation"},
            allowGetters = true)
    private interface MomentsJson {
        @JsonProperty
        double mean();

        @JsonProperty
        double deviation();
    }

    @JsonPropertyOrder({"questions", "precision", "recall", "highestFalseMatch", "separation", "ratio"})
    @JsonIgnoreProperties(
            value = {"ratio"},
            allowGetters = true)
    private interface MeansJson {
        @JsonProperty
        OptionalDouble ratio();
    }

    private record OutcomeJson(
            ConfigurationJson configuration,
            Means means,
            Affinity affinity,
            List<OperationJson> operations,
            IndexSize size,
            List<AnswerJson> answers,
            Timings timings) {}

    private record OperationJson(double threshold, long tp, long fp, long fn, long tn) {}

    /**
     * There may be many answers, so each threshold has two numbers only; the other counts follow from them.
     *
     * @param tp related documents found, for each threshold
     * @param fp unrelated documents found, for each threshold
     */
    private record AnswerJson(
            String id,
            String group,
            int right,
            int minutiae,
            double precision,
            double recall,
            double highestFalseMatch,
            double separation,
            Affinity affinity,
            List<Long> tp,
            List<Long> fp) {

        static AnswerJson of(Answer of) {
            Effectiveness effectiveness = of.effectiveness();
            return new AnswerJson(
                    of.id(),
                    of.group(),
                    of.right(),
                    of.minutiae(),
                    effectiveness.precision(),
                    effectiveness.recall(),
                    effectiveness.highestFalseMatch(),
                    effectiveness.separation(),
                    of.affinity(),
                    of.operations().stream().map(Operation::truePositives).toList(),
                    of.operations().stream().map(Operation::falsePositives).toList());
        }

        Answer answer(List<OperationJson> tests, long documents) throws IOException {
            if (tp.size() != tests.size() || fp.size() != tests.size()) {
                throw new IOException("answer " + id + " has " + tp.size() + " and " + fp.size()
                        + " counts; there must be one for each of " + tests.size() + " thresholds");
            }
            List<Operation> operations = new ArrayList<>();
            for (int i = 0; i < tests.size(); i++) {
                operations.add(new Operation(
                        tests.get(i).threshold(),
                        tp.get(i),
                        fp.get(i),
                        right - 1 - tp.get(i),
                        documents - right - fp.get(i)));
            }
            Effectiveness effectiveness = new Effectiveness(precision, recall, highestFalseMatch, separation);
            return new Answer(id, group, right, minutiae, effectiveness, affinity, operations);
        }
    }

    private record SelectionJson(String name, Map<String, String> parameters) {}

    private record RivalJson(String system, Map<String, Integer> parameters, List<String> stop) {}

    /** A configuration, for the lines of all commands. */
    record ConfigurationJson(
            String section,
            String name,
            Map<String, String> settings,
            String measure,
            Optional<SelectionJson> querySelection,
            OptionalLong maxDf,
            Optional<String> alteration,
            Optional<Map<String, Object>> scheme,
            Optional<RivalJson> rival) {

        static ConfigurationJson of(Configuration of) throws IOException {
            return new ConfigurationJson(
                    of.section(),
                    of.name(),
                    of.settings(),
                    of.measure(),
                    of.querySelection().map(own -> new SelectionJson(own.name(), own.parameters())),
                    of.maxDf() == QueryOptions.NO_LIMIT ? OptionalLong.empty() : OptionalLong.of(of.maxDf()),
                    of.alteration().map(Alteration::toString),
                    of.scheme().isPresent()
                            ? Optional.of(MAPPER.readValue(of.scheme().get().toJson(), new TypeReference<>() {}))
                            : Optional.empty(),
                    of.rival()
                            .map(own ->
                                    new RivalJson(own.system().label(), own.parameters(), List.copyOf(own.stop()))));
        }

        private Configuration configuration() throws IOException {
            try {
                return new Configuration(
                        section,
                        name,
                        settings,
                        scheme.isPresent() ? Optional.of(Scheme.fromJson(write(scheme.get()))) : Optional.empty(),
                        rival.map(own -> new RivalScheme(
                                Rival.named(own.system()), new TreeMap<>(own.parameters()), new TreeSet<>(own.stop()))),
                        measure,
                        querySelection.map(own -> new Selection(own.name(), own.parameters())),
                        maxDf.orElse(QueryOptions.NO_LIMIT),
                        alteration.map(Alteration::parse));
            } catch (WhorlException | IllegalArgumentException e) {
                throw new IOException(e.getMessage(), e);
            }
        }
    }

    /** Returns the first line of {@code results.jsonl}: what a run measures. */
    static String write(Run run) throws IOException {
        ObjectNode line = MAPPER.createObjectNode().put("format", FORMAT);
        return write(line.setAll((ObjectNode) MAPPER.valueToTree(run)));
    }

    static String write(Outcome outcome) throws IOException {
        return write(new OutcomeJson(
                ConfigurationJson.of(outcome.configuration()),
                outcome.means(),
                outcome.affinity(),
                outcome.operations().stream()
                        .map(o -> new OperationJson(
                                o.threshold(),
                                o.truePositives(),
                                o.falsePositives(),
                                o.falseNegatives(),
                                o.trueNegatives()))
                        .toList(),
                outcome.size(),
                outcome.answers().stream().map(AnswerJson::of).toList(),
                outcome.timings()));
    }

    static String write(Object value) throws IOException {
        return MAPPER.writeValueAsString(value);
    }

    static Run run(String line) throws IOException {
        ObjectNode json = read(line, ObjectNode.class);
        int format = json.path("format").asInt();
        if (format != FORMAT) {
            throw new IOException("its format is " + format + "; this release reads format " + FORMAT);
        }
        json.remove("format");
        return read(write(json), Run.class);
    }

    static Outcome outcome(String line) throws IOException {
        OutcomeJson json = read(line, OutcomeJson.class);
        List<Answer> answers = new ArrayList<>();
        for (AnswerJson answer : json.answers()) {
            answers.add(answer.answer(json.operations(), json.size().documents()));
        }
        return new Outcome(json.configuration().configuration(), json.size(), json.timings(), answers);
    }

    /** @throws IOException if the text is not one JSON value of this type, with every component that is not optional */
    private static <T> T read(String json, Class<T> type) throws IOException {
        try {
            return MAPPER.readValue(json, type);
        } catch (JsonProcessingException e) {
            // The full message also lists Java types, which do not help the reader of a results file.
            throw new IOException(e.getOriginalMessage(), e);
        }
    }
}
