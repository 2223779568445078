package io.whorl.lab;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonRawValue;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import io.whorl.lab.Columns.FigureTable;
import io.whorl.lab.Configuration.Measured;
import io.whorl.lab.Outcome.Answer;
import io.whorl.lab.Outcome.Operation;
import io.whorl.lab.PassageLaboratory.PassageOutcome;
import io.whorl.lab.PassageLaboratory.PassageOutcome.Seen;
import io.whorl.lab.ResultsFolder.Results.Run;
import io.whorl.lab.SourceLaboratory.SourceOutcome;
import io.whorl.lab.SourceLaboratory.SourceOutcome.Score;
import io.whorl.scheme.Scheme;
import io.whorl.store.Channels;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The folder for the results of a run: {@code results.jsonl} grows as configurations finish, and the CSV tables are
 * written at the end. Nothing can be added after {@link #finish}. Not thread-safe.
 */
public final class ResultsFolder implements Closeable {
    private static final String JOURNAL = "results.jsonl";

    private final Path folder;
    private final Run run;
    private final FileChannel journal;
    private final List<Outcome> earlier;
    private final Map<String, Outcome> outcomes = new LinkedHashMap<>();

    private ResultsFolder(Path folder, FileChannel journal, Results held) {
        this.folder = folder;
        this.journal = journal;
        run = held.run();
        earlier = held.outcomes();
        earlier.forEach(outcome -> outcomes.put(outcome.configuration().key(), outcome));
    }

    /** Whether a file is that of the outcomes in a folder, by any name. */
    public static boolean isJournal(Path folder, Path file) throws IOException {
        Path journal = folder.resolve(JOURNAL);
        return Files.exists(journal) && Files.exists(file) && Files.isSameFile(journal, file);
    }

    /**
     * Opens a folder and creates it if necessary.
     *
     * @param resume whether to continue a run that the folder holds
     */
    public static ResultsFolder open(Path folder, Run run, boolean resume) {
        Path file = folder.resolve(JOURNAL);
        try {
            Files.createDirectories(folder);
            if (!Files.exists(file)) {
                return new ResultsFolder(folder, create(file, run), new Results(run, List.of()));
            }
            if (!resume) {
                throw new LabException(folder + " holds results; continue with --resume, or name another folder");
            }
            Held held = Held.read(file);
            if (!held.results.run().equals(run)) {
                throw new LabException(folder + " holds results of another run: " + held.results.run() + " instead of "
                        + run + "; name another folder");
            }
            FileChannel journal = FileChannel.open(file, StandardOpenOption.WRITE);
            journal.truncate(held.end);
            return new ResultsFolder(folder, journal, held.results);
        } catch (IOException e) {
            throw new LabException("results cannot be written to " + folder + ": " + e, e);
        }
    }

    /** Reads the results of a run, which need not be finished. */
    public static Results read(Path folder) throws IOException {
        Path file = folder.resolve(JOURNAL);
        if (!Files.isRegularFile(file)) {
            throw new LabException(folder + " holds no " + JOURNAL + "; name the folder of a run");
        }
        return Held.read(file).results;
    }

    /** Returns the outcome of an equivalent configuration, if it was measured, under the given name. */
    public Optional<Outcome> held(Configuration configuration) {
        return Optional.ofNullable(outcomes.get(configuration.key())).map(outcome -> outcome.named(configuration));
    }

    public void add(Outcome outcome) throws IOException {
        outcomes.put(outcome.configuration().key(), outcome);
        line(journal, Json.write(outcome));
    }

    /**
     * Writes the tables, and rewrites the results in the order of the grid and with its names. Results of
     * configurations that are not in the grid are kept at the end, but are not in the tables.
     */
    public Results finish(List<Configuration> grid) throws IOException {
        List<Outcome> all = new ArrayList<>();
        for (Configuration configuration : grid) {
            all.add(held(configuration)
                    .orElseThrow(() -> new IllegalArgumentException(
                            "grid has " + configuration + "; it must have been measured")));
        }
        OutcomeFiles.run(folder, all);
        Set<String> keys =
                all.stream().map(outcome -> outcome.configuration().key()).collect(Collectors.toSet());
        List<Outcome> kept = new ArrayList<>(all);
        earlier.stream()
                .filter(outcome -> !keys.contains(outcome.configuration().key()))
                .forEach(kept::add);
        rewrite(kept);
        return new Results(run, all);
    }

    /** Replaces the file atomically, so that an interruption loses nothing. */
    private void rewrite(List<Outcome> kept) throws IOException {
        Path part = folder.resolve(JOURNAL + ".part");
        try (FileChannel anew = create(part, run)) {
            for (Outcome outcome : kept) {
                line(anew, Json.write(outcome));
            }
        }
        Files.move(part, folder.resolve(JOURNAL), StandardCopyOption.ATOMIC_MOVE);
    }

    @Override
    public void close() throws IOException {
        journal.close();
    }

    private static FileChannel create(Path file, Run run) throws IOException {
        FileChannel journal = FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE);
        line(journal, Json.write(run));
        return journal;
    }

    /** Writes a line and forces it to disk before the next outcome is measured. */
    private static void line(FileChannel journal, String json) throws IOException {
        byte[] line = (json + "\n").getBytes(StandardCharsets.UTF_8);
        Channels.writeFully(journal, ByteBuffer.wrap(line), journal.size());
        journal.force(true);
    }

    /**
     * The content of {@code results.jsonl}, which is a line for the run, then a line for each outcome. An incomplete
     * last line is the result of an interruption, and is after the end.
     */
    private record Held(Results results, long end) {
        static Held read(Path file) throws IOException {
            String text = Files.readString(file);
            String whole = text.substring(0, text.lastIndexOf('\n') + 1);
            if (whole.isEmpty()) {
                throw new LabException(file + " does not start like a results file; name another folder");
            }
            String[] lines = whole.split("\n");
            int number = 0;
            try {
                Run run = Json.run(lines[0]);
                List<Outcome> outcomes = new ArrayList<>();
                for (number = 1; number < lines.length; number++) {
                    outcomes.add(Json.outcome(lines[number]));
                }
                return new Held(new Results(run, outcomes), whole.getBytes(StandardCharsets.UTF_8).length);
            } catch (IOException e) {
                throw new LabException(
                        file + ":" + (number + 1) + " is not a line of results: " + e.getMessage()
                                + "; remove the line to measure it again, or name another folder",
                        e);
            }
        }
    }

    /**
     * Results as lines of JSON. Absent optional components are left out. A double is written with enough digits to be
     * read back unchanged. Derived figures (means, sums) are written for other programs, and computed again when a line
     * is read.
     */
    static final class Json {
        private static final int FORMAT = 1;

        private static final JsonMapper MAPPER = JsonMapper.builder()
                .addModule(new Jdk8Module())
                .defaultPropertyInclusion(
                        JsonInclude.Value.construct(JsonInclude.Include.NON_ABSENT, JsonInclude.Include.NON_ABSENT))
                .enable(
                        DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES,
                        DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES,
                        DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .addModule(new SimpleModule().addDeserializer(Scheme.class, new SchemeReader()))
                .addMixIn(Scheme.class, SchemeJson.class)
                .build();

        private Json() {}

        private interface SchemeJson {
            @JsonValue
            @JsonRawValue
            String toJson();
        }

        private static final class SchemeReader extends JsonDeserializer<Scheme> {
            @Override
            public Scheme deserialize(JsonParser json, DeserializationContext context) throws IOException {
                return Scheme.fromJson(context.readTree(json).toString());
            }
        }

        static String write(Run run) throws IOException {
            ObjectNode line = MAPPER.createObjectNode().put("format", FORMAT);
            return write(line.setAll((ObjectNode) MAPPER.valueToTree(run)));
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
            return read(line, Outcome.class);
        }

        private static <T> T read(String json, Class<T> type) throws IOException {
            try {
                return MAPPER.readValue(json, type);
            } catch (JsonProcessingException e) {
                // The full message also lists Java types, which do not help the reader of a results file.
                throw new IOException(e.getOriginalMessage(), e);
            }
        }
    }

    public record Results(Run run, List<Outcome> outcomes) {
        /**
         * A description of a run. Results of different runs must not be mixed.
         *
         * @param collection a digest of all ids and texts in their order
         * @param questions a digest of the ids and right answers of the queries
         * @param seed of alterations and of drawn queries
         */
        public record Run(
                String collection,
                long documents,
                long textBytes,
                String questions,
                int asked,
                List<Double> thresholds,
                long seed) {}
    }

    /** Writes outcomes as CSV, and those of runs that take seconds as JSON lines too, after the run has ended. */
    public static final class OutcomeFiles {
        private OutcomeFiles() {}

        /** A row of a table: a part of the outcome of a configuration. */
        private record Part<T>(Configuration configuration, String kind, T of) {
            static <O extends Measured, T> List<Part<T>> of(List<O> outcomes, String kind, Function<O, List<T>> parts) {
                return outcomes.stream()
                        .flatMap(outcome ->
                                parts.apply(outcome).stream().map(of -> new Part<>(outcome.configuration(), kind, of)))
                        .toList();
            }

            static <T> Columns<Part<T>> columns() {
                return new Columns<Part<T>>()
                        .add("section", part -> part.configuration.section())
                        .add("name", part -> part.configuration.name());
            }
        }

        /** Checks that a folder can be written to, and creates it if necessary. */
        public static void check(Path folder) {
            try {
                Files.createDirectories(folder);
                Files.delete(Files.createTempFile(folder, "lab", ".try"));
            } catch (IOException e) {
                throw new LabException("results cannot be written to " + folder + ": " + e, e);
            }
        }

        /**
         * Writes the tables of a run: a row for each configuration, for each query of each, and each threshold of each.
         */
        static void run(Path folder, List<Outcome> outcomes) throws IOException {
            configurations(outcomes).write(folder.resolve("results.csv"), outcomes);
            Part.<Answer>columns()
                    .add("query", part -> part.of.id())
                    .add("group", part -> part.of.group())
                    .add("right", part -> part.of.right())
                    .add("minutiae", part -> part.of.minutiae())
                    .add("precision", part -> part.of.effectiveness().precision())
                    .add("recall", part -> part.of.effectiveness().recall())
                    .add("highest_false_match", part -> part.of.effectiveness().highestFalseMatch())
                    .add("separation", part -> part.of.effectiveness().separation())
                    .add("self", part -> part.of.affinity().self().mean())
                    .add("affinity", part -> part.of.affinity().related().mean())
                    .add("noise", part -> part.of.affinity().unrelated().mean())
                    .write(folder.resolve("queries.csv"), Part.of(outcomes, "", Outcome::answers));
            thresholds(folder, Part.of(outcomes, "", Outcome::operations));
        }

        private static Columns<Outcome> configurations(List<Outcome> outcomes) {
            Columns<Outcome> columns = new Columns<Outcome>()
                    .add("section", o -> o.configuration().section())
                    .add("name", o -> o.configuration().name());
            Set<String> settings = new LinkedHashSet<>();
            outcomes.forEach(o -> settings.addAll(o.configuration().settings().keySet()));
            settings.forEach(setting ->
                    columns.add(setting, o -> o.configuration().settings().getOrDefault(setting, "")));
            return columns.add("questions", o -> o.means().questions())
                    .add("precision", o -> o.means().precision())
                    .add("recall", o -> o.means().recall())
                    .add("highest_false_match", o -> o.means().highestFalseMatch())
                    .add("separation", o -> o.means().separation())
                    .add("ratio", o -> o.means().ratio())
                    .add("imprecise", o -> o.means().imprecise())
                    .add("negative", o -> o.means().negative())
                    .add("self", o -> o.affinity().self().mean())
                    .add("affinity", o -> o.affinity().related().mean())
                    .add("affinity_deviation", o -> o.affinity().related().deviation())
                    .add("noise", o -> o.affinity().unrelated().mean())
                    .add("noise_deviation", o -> o.affinity().unrelated().deviation())
                    .add("effective_noise", o -> o.affinity().effectiveNoise())
                    .add("minutiae_per_document", o -> o.size().minutiaePerDocument())
                    .add("minutiae_per_question", Outcome::minutiaePerQuestion)
                    .add("bytes_per_document", o -> o.size().bytesPerDocument())
                    .add("bytes_per_text_byte", o -> o.size().bytesPerTextByte())
                    .add("bytes_per_posting", o -> o.size().bytesPerPosting())
                    .add("index_bytes", o -> o.size().bytes())
                    .add("build_mb_per_s", o -> o.timings().buildMegabytesPerSecond())
                    .add("query_p50_us", o -> o.timings().queryMedianMicros())
                    .add("query_p99_us", o -> o.timings().query99Micros());
        }

        private static void thresholds(Path folder, List<Part<Operation>> rows) throws IOException {
            Part.<Operation>columns()
                    .add("threshold", part -> part.of.threshold())
                    .add("tp", part -> part.of.truePositives())
                    .add("fp", part -> part.of.falsePositives())
                    .add("fn", part -> part.of.falseNegatives())
                    .add("tn", part -> part.of.trueNegatives())
                    .add("precision", part -> part.of.precision())
                    .add("recall", part -> part.of.recall())
                    .add("f1", part -> part.of.f1())
                    .add("alpha", part -> part.of.alpha())
                    .add("beta", part -> part.of.beta())
                    .add("error", part -> part.of.error())
                    .write(folder.resolve("thresholds.csv"), rows);
        }

        /**
         * Writes {@code sources.jsonl}, {@code sources.csv} (a row for each document) and {@code thresholds.csv} (a row
         * for each threshold).
         */
        public static void sources(Path folder, List<SourceOutcome> outcomes, List<Double> thresholds, String innocent)
                throws IOException {
            lines(folder.resolve("sources.jsonl"), outcomes);
            Part.<Score>columns()
                    .add("file", part -> part.of.file())
                    .add("category", part -> part.of.category())
                    .add("source", part -> part.of.source())
                    .add("percent", part -> part.of.percent())
                    .write(folder.resolve("sources.csv"), Part.of(outcomes, "", SourceOutcome::scores));
            thresholds(folder, Part.of(outcomes, "", outcome -> thresholds.stream()
                    .map(threshold -> outcome.operation(threshold, innocent))
                    .toList()));
        }

        /** Writes {@code passages.jsonl} and {@code passages.csv} (a row for each category and range of lengths). */
        public static FigureTable passages(Path folder, List<PassageOutcome> outcomes) throws IOException {
            lines(folder.resolve("passages.jsonl"), outcomes);
            Columns<Part<Seen>> columns = Part.<Seen>columns()
                    .add("kind", Part::kind)
                    .add("category", part -> part.of.category())
                    .add("from_words", part -> part.of.fromWords())
                    .add("to_words", part -> part.of.toWords())
                    .add("count", part -> part.of.count());
            for (int i = 0; i < PassageOutcome.LEAST.size(); i++) {
                int at = i;
                columns.add(
                        "seen_by_" + PassageOutcome.LEAST.get(i),
                        part -> part.of.seen().get(at));
            }
            List<Part<Seen>> rows = new ArrayList<>();
            for (PassageOutcome outcome : outcomes) {
                List<PassageOutcome> one = List.of(outcome);
                rows.addAll(Part.of(one, "passages", PassageOutcome::passages));
                rows.addAll(Part.of(one, "cuts", PassageOutcome::cuts));
                rows.addAll(Part.of(one, "alarms", PassageOutcome::alarms));
            }
            FigureTable table = columns.table("passages", rows);
            FigureTable.write(folder, List.of(table));
            return table;
        }

        private static void lines(Path file, List<?> outcomes) throws IOException {
            List<String> lines = new ArrayList<>();
            for (Object outcome : outcomes) {
                lines.add(Json.write(outcome));
            }
            Files.write(file, lines);
        }
    }
}
