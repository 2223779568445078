package io.whorl.lab.retrieval;

import io.whorl.lab.model.FigureTable;
import io.whorl.lab.retrieval.RetrievalLaboratory.Outcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.Predicate;

/** How many documents a test reports as suspicious, of those that took something and of the clean ones. */
public final class Verdicts {
    private static final int[] LENGTHS = {200, 500, 1_000};

    private Verdicts() {}

    /** A test of a candidate of a document. */
    public interface Test extends BiPredicate<Suspicion, Candidate> {}

    /** Returns tests by fingerprint alone, and tests that need a passage. */
    public static Map<String, Test> tests() {
        Map<String, Test> tests = new LinkedHashMap<>();
        tests.put("weighted containment >= 0.5 %", (document, candidate) -> candidate.weighted() >= 0.005);
        for (int shared : new int[] {3, 4, 5, 8, 11, 15, 20, 30}) {
            tests.put("shared >= " + shared, (document, candidate) -> candidate.shared() >= shared);
        }
        for (int shared : new int[] {5, 8, 11}) {
            tests.put(
                    "shared >= " + shared + " and weighted containment >= 0.5 %",
                    (document, candidate) -> candidate.shared() >= shared && candidate.weighted() >= 0.005);
        }
        for (int shared : new int[] {2, 3, 4, 5}) {
            tests.put(
                    "shared >= " + shared + ", a passage",
                    (document, candidate) -> candidate.shared() >= shared
                            && !candidate.detections().isEmpty());
        }
        for (int rare : new int[] {2, 3, 4, 5, 8}) {
            tests.put(
                    "shared by at most " + RetrievalLaboratory.RARE + " sources >= " + rare,
                    (document, candidate) -> candidate.rare() >= rare);
        }
        for (int words : new int[] {20, 30, 40}) {
            tests.put("a passage, " + words + " words", (document, candidate) -> candidate.words() >= words);
        }
        return tests;
    }

    /**
     * Returns the table: a row for each test and each half of the documents, so that a test can be chosen on one half
     * and judged on the other.
     */
    public static FigureTable table(Outcome outcome, Map<String, Test> tests) {
        List<List<String>> rows = new ArrayList<>();
        for (int half = 0; half < 2; half++) {
            List<Suspicion> all = outcome.suspicions();
            List<Suspicion> some = new ArrayList<>();
            for (int number = half; number < all.size(); number += 2) {
                some.add(all.get(number));
            }
            String title = half == 0 ? "first" : "second";
            rows.add(ofListed("alignment of the listed pairs", title, some, (document, source) -> !document.listed()
                    .get(source)
                    .isEmpty()));
            tests.forEach((name, test) -> rows.add(row(name, title, some, test)));
        }
        List<String> columns = new ArrayList<>(List.of("test", "half", "pairs found", "documents found", "clean"));
        for (int length = 0; length <= LENGTHS.length; length++) {
            columns.add(
                    length == 0
                            ? "clean, under " + LENGTHS[0] + " words"
                            : length == LENGTHS.length
                                    ? "clean, from " + LENGTHS[length - 1]
                                    : "clean, " + LENGTHS[length - 1] + " to " + (LENGTHS[length] - 1));
        }
        columns.add("without a case, other categories");
        return new FigureTable(
                "verdicts",
                "Documents that are reported",
                columns,
                rows,
                List.of(
                        "pairs found: of the pairs with a case, the share that is reported.",
                        "documents found: of the documents with a case, the share with a reported source of a case.",
                        "clean: documents without a case in the category of clean pairs, reported with any source.",
                        "Halves: documents in the order of their ids take turns."));
    }

    private static List<String> ofListed(
            String name, String half, List<Suspicion> some, BiPredicate<Suspicion, String> reported) {
        return row(name, half, some, reported, document -> document.listed().keySet().stream()
                .anyMatch(source -> reported.test(document, source)));
    }

    private static List<String> row(String name, String half, List<Suspicion> some, Test test) {
        return row(
                name,
                half,
                some,
                (document, source) -> document.candidate(source)
                        .filter(candidate -> test.test(document, candidate))
                        .isPresent(),
                document -> document.candidates().stream().anyMatch(candidate -> test.test(document, candidate)));
    }

    private static List<String> row(
            String name,
            String half,
            List<Suspicion> some,
            BiPredicate<Suspicion, String> reported,
            Predicate<Suspicion> flagged) {
        int[] pairs = new int[2];
        int[] documents = new int[2];
        int[][] clean = new int[LENGTHS.length + 1][2];
        int[] cleanOfAll = new int[2];
        int[] others = new int[2];
        String cleanCategory = cleanCategory(some);
        for (Suspicion each : some) {
            if (each.clean()) {
                int[] of = each.category().equals(cleanCategory) ? clean[band(each.words())] : others;
                count(of, flagged.test(each));
                if (of != others) {
                    count(cleanOfAll, flagged.test(each));
                }
                continue;
            }
            boolean any = false;
            for (String source : each.cases().keySet()) {
                if (each.hasCase(source)) {
                    boolean found = reported.test(each, source);
                    count(pairs, found);
                    any |= found;
                }
            }
            count(documents, any);
        }
        List<String> row = new ArrayList<>(List.of(name, half, share(pairs), share(documents), of(cleanOfAll)));
        for (int[] band : clean) {
            row.add(of(band));
        }
        row.add(of(others));
        return row;
    }

    /** The first category of all is that of pairs without plagiarism. */
    private static String cleanCategory(List<Suspicion> some) {
        return some.stream().map(Suspicion::category).sorted().findFirst().orElse("");
    }

    private static int band(int words) {
        int band = 0;
        while (band < LENGTHS.length && words >= LENGTHS[band]) {
            band++;
        }
        return band;
    }

    private static void count(int[] sums, boolean found) {
        sums[0] += found ? 1 : 0;
        sums[1]++;
    }

    private static String of(int[] sums) {
        return sums[0] + " of " + sums[1];
    }

    private static String share(int[] sums) {
        return String.format(Locale.ROOT, "%.3f of %d", sums[1] == 0 ? 0 : (double) sums[0] / sums[1], sums[1]);
    }
}
