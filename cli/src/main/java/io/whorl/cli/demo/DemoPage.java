package io.whorl.cli.demo;

import io.whorl.bulk.BuildReport;
import io.whorl.cli.demo.DemoPage.Answer.Effectiveness;
import io.whorl.query.Matches.Match;
import java.io.IOException;
import java.io.Writer;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** The demonstration for people: some rankings, in the form of HZ figure 1, and the quality of all answers. */
public record DemoPage(Writer out) {
    private static final int FALSE_MATCHES_SHOWN = 2;
    private static final int BAR = 12;
    private static final String ROW = "  %4s  %-28s %6s  %8s  %-" + BAR + "s  %s%n";
    private static final String SUMMARY = "  %-6s %10s %8s %18s %12s%n";

    public void opening(BuildReport built, int queries, double seconds) throws IOException {
        print(
                "An index of %,d sample documents (%,d words), built in %.2f s. It has %,d%n",
                built.documents(), built.words(), seconds, built.minutiae());
        print(
                "minutiae, each the hash of four words, and takes %.1f bytes per posting. The%n",
                (double) built.bytes() / Math.max(1, built.postings()));
        print("samples include versions, excerpts and rewritings of %d documents. A query with%n", queries);
        print("one of these documents ranks its relatives first:%n");
    }

    /**
     * Prints the rankings of the query with the most relatives, and of those with the best and the worst separation.
     */
    public void rankings(List<Answer> answers) throws IOException {
        Comparator<Answer> bySeparation =
                Comparator.comparingDouble(answer -> answer.figures().separation());
        Map<Answer, String> shown = new LinkedHashMap<>();
        shown.putIfAbsent(
                Collections.max(answers, Comparator.comparingInt(answer -> answer.right()
                        .size())),
                "the most relatives");
        shown.putIfAbsent(Collections.max(answers, bySeparation), "the best separation");
        shown.putIfAbsent(Collections.min(answers, bySeparation), "the worst separation");
        for (Map.Entry<Answer, String> entry : shown.entrySet()) {
            print("%nquery %s (%s)%n", entry.getKey().query(), entry.getValue());
            ranking(entry.getKey().ranking(), entry.getKey().right());
        }
    }

    /** Prints the ranking down to the last right answer, with the first few wrong answers. */
    private void ranking(List<Match> ranking, Map<String, String> right) throws IOException {
        print(ROW, "rank", "document", "shared", "percent", "", "");
        int printed = 0;
        int wrong = 0;
        int found = 0;
        for (Match match : ranking) {
            String kind = right.get(match.id());
            found += kind == null ? 0 : 1;
            wrong += kind == null ? 1 : 0;
            if (kind != null || wrong <= FALSE_MATCHES_SHOWN) {
                if (match.rank() > printed + 1) {
                    print(ROW, "...", "", "", "", "", "");
                }
                printed = match.rank();
                print(
                        ROW,
                        match.rank(),
                        match.id(),
                        match.shared(),
                        percent(match.score()),
                        bar(match.score()),
                        kind == null ? "" : "\u2713 " + kind);
            }
            if (found == right.size() && wrong >= FALSE_MATCHES_SHOWN) {
                break;
            }
        }
    }

    public void summary(List<Answer> answers) throws IOException {
        List<Effectiveness> all = answers.stream().map(Answer::figures).toList();
        print("%nall %d queries%n", all.size());
        print(SUMMARY, "", "precision", "recall", "best wrong score", "separation");
        print(
                SUMMARY,
                "mean",
                ratio(mean(all, Effectiveness::precision)),
                ratio(mean(all, Effectiveness::recall)),
                percent(mean(all, Effectiveness::highestFalseMatch)),
                percent(mean(all, Effectiveness::separation)));
        print(
                SUMMARY,
                "worst",
                ratio(least(all, Effectiveness::precision)),
                ratio(least(all, Effectiveness::recall)),
                percent(-least(all, e -> -e.highestFalseMatch())),
                percent(least(all, Effectiveness::separation)));
        print("%n%s marks the right answers. Precision: the share of right answers among the%n", "\u2713");
        print("first s results of a query with s right answers. Recall: the share of the right%n");
        print("answers that is among the first 20 results. Separation: the lowest score of a%n");
        print("right answer minus the highest score of a wrong one. If it is above 0, a%n");
        print("threshold separates right from wrong (Hoad and Zobel 2003, section 6).%n");
    }

    private static String ratio(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }

    private static String percent(double value) {
        return String.format(Locale.ROOT, "%.2f %%", value);
    }

    private static String bar(double percent) {
        return "\u2588".repeat((int) Math.round(Math.min(100, percent) * BAR / 100));
    }

    private static double mean(List<Effectiveness> all, ToDoubleFunction<Effectiveness> figure) {
        return all.stream().mapToDouble(figure).average().orElse(0);
    }

    private static double least(List<Effectiveness> all, ToDoubleFunction<Effectiveness> figure) {
        return all.stream().mapToDouble(figure).min().orElse(0);
    }

    private void print(String format, Object... arguments) throws IOException {
        out.write(String.format(Locale.ROOT, format.replace("%n", "\n"), arguments)
                .replaceAll("(?m) +$", ""));
    }

    /**
     * The answer of an index to one query, and the right answers.
     *
     * @param query the id of the query
     * @param ranking all documents that share a minutia with the query, best first, scored by percent
     * @param right the ids of the right answers, and how each is derived
     * @param figures the quality of the answer
     */
    public record Answer(String query, List<Match> ranking, Map<String, String> right, Effectiveness figures) {
        public static Answer of(String query, List<Match> ranking, Map<String, String> right) {
            return new Answer(query, ranking, right, Effectiveness.of(query, ranking, right.keySet()));
        }

        /**
         * The quality of the answer to one query (HZ 6). Percentages are scores of the measure percent.
         *
         * @param query the id of the query
         * @param relevant the number s of right answers
         * @param precision the share of right answers among the first s results, 0 to 1
         * @param recall the share of the right answers that is among the first 20 results, 0 to 1
         * @param highestFalseMatch the highest score of a wrong answer, or 0 if there is none
         * @param separation the lowest score of a right answer, minus the highest score of a wrong answer
         */
        public record Effectiveness(
                String query,
                int relevant,
                double precision,
                double recall,
                double highestFalseMatch,
                double separation) {
            private static final int RECALL_AT = 20;

            /** @param ranking all documents that share a minutia with the query, best first, scored by percent */
            public static Effectiveness of(String query, List<Match> ranking, Set<String> right) {
                double highestFalse = ranking.stream()
                        .filter(match -> !right.contains(match.id()))
                        .mapToDouble(Match::score)
                        .max()
                        .orElse(0);
                Collection<Match> found = ranking.stream()
                        .filter(match -> right.contains(match.id()))
                        .toList();
                // A right answer that is not in the ranking shares no minutia, so its score is 0.
                double lowestRight = found.size() < right.size()
                        ? 0
                        : found.stream().mapToDouble(Match::score).min().orElse(0);
                return new Effectiveness(
                        query,
                        right.size(),
                        share(ranking, right, right.size()),
                        share(ranking, right, RECALL_AT),
                        highestFalse,
                        lowestRight - highestFalse);
            }

            private static double share(List<Match> ranking, Set<String> right, int first) {
                long hits = ranking.stream()
                        .limit(first)
                        .filter(match -> right.contains(match.id()))
                        .count();
                return right.isEmpty() ? 0 : (double) hits / right.size();
            }
        }
    }

    /**
     * The bundled sample documents, and the known answers.
     *
     * @param documents the unpacked files, in the order of their names
     * @param answers for the file name of each query, the file names of the right answers and how each is derived
     */
    public record Samples(List<Path> documents, Map<String, Map<String, String>> answers) {
        private static final String ANSWERS = "answers.tsv";
        private static final String DOCUMENTS = "documents";

        /** @param directory the directory into which the documents are written; created if it does not exist */
        public static Samples unpack(Path directory) throws IOException {
            Files.createDirectories(directory);
            URL found = Samples.class.getResource(ANSWERS);
            if (found == null) {
                throw new IOException("the jar of the program contains no samples; download it again");
            }
            try {
                URI uri = found.toURI();
                if (!uri.getScheme().equals("jar")) {
                    return copy(Path.of(uri).getParent(), directory);
                }
                try (FileSystem jar = FileSystems.newFileSystem(uri, Map.of())) {
                    return copy(jar.provider().getPath(uri).getParent(), directory);
                }
            } catch (URISyntaxException e) {
                throw new IOException("the samples of the program cannot be read from " + found, e);
            }
        }

        private static Samples copy(Path from, Path directory) throws IOException {
            List<Path> written = new ArrayList<>();
            try (Stream<Path> documents = Files.list(from.resolve(DOCUMENTS))) {
                for (Path document : documents.sorted().toList()) {
                    Path target = directory.resolve(document.getFileName().toString());
                    Files.copy(document, target);
                    written.add(target);
                }
            }
            return new Samples(List.copyOf(written), answers(from.resolve(ANSWERS)));
        }

        private static Map<String, Map<String, String>> answers(Path file) throws IOException {
            Map<String, Map<String, String>> answers = new LinkedHashMap<>();
            List<String> lines = Files.readAllLines(file, StandardCharsets.UTF_8);
            for (String line : lines.subList(1, lines.size())) {
                String[] fields = line.split("\t");
                answers.computeIfAbsent(fields[0], query -> new LinkedHashMap<>())
                        .put(fields[1], fields[2]);
            }
            return answers;
        }
    }
}
