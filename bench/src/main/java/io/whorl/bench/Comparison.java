package io.whorl.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The results of two commits that ran in turn, compared row by row. It uses only the JDK, so that the script
 * {@code compare} can run it as a source file, whichever commits it measures.
 *
 * <p>Each pair of runs gives a ratio for each row: the cost of the second commit over that of the first. A rate, such
 * as MB/s, is inverted, so more than 1 always means slower or larger. The interval of the median is that of order
 * statistics, which assumes no distribution: with the smallest and the largest of six ratios it covers the true median
 * with a probability of .97.
 */
final class Comparison {
    /** A row is worse if its whole interval is above this ratio. */
    private static final double WORSE = 1.03;

    private static final double COVERAGE = .95;
    private static final Pattern NUMBER = Pattern.compile("(-?[0-9][0-9,]*(?:\\.[0-9]+)?)\\s*(.*)");
    private static final Pattern CELLS = Pattern.compile("(?<!\\\\)\\|");
    private static final Map<String, Double> SECONDS = Map.of("ns", 1e-9, "µs", 1e-6, "ms", 1e-3, "s", 1.0);

    private Comparison() {}

    /**
     * Compares {@code base1 head1 base2 head2 ...}, files that {@code --results} wrote. Exits with 1 if a row is worse.
     */
    public static void main(String[] files) throws IOException {
        List<Path> paths = Arrays.stream(files).map(Path::of).toList();
        if (paths.size() < 2 || paths.size() % 2 != 0) {
            System.err.println("Comparison: give files of results in pairs: base1 head1 base2 head2 ...");
            System.exit(2);
        }
        String table = table(paths);
        System.out.print(table);
        System.exit(table.contains("| worse |") ? 1 : 0);
    }

    /**
     * Returns a Markdown table: what, the first figures of both commits, the median ratio, its interval, and whether it
     * is worse. Rows without a number, or that a run lacks, are listed below the table.
     */
    static String table(List<Path> files) throws IOException {
        List<Map<String, String>> runs = new ArrayList<>();
        for (Path file : files) {
            runs.add(figures(Files.readString(file)));
        }
        int pairs = files.size() / 2;
        int rank = rank(pairs);
        StringBuilder table = new StringBuilder(String.format(
                Locale.ROOT,
                "%d pairs; the interval covers the median with a probability of %.3f%n%n"
                        + "| what | base | head | head/base | interval | |%n|---|---|---|---|---|---|%n",
                pairs,
                coverage(pairs, rank)));
        List<String> without = new ArrayList<>();
        for (String what : runs.get(0).keySet()) {
            double[] ratios = new double[pairs];
            int found = 0;
            for (int p = 0; p < pairs; p++) {
                OptionalDouble ratio =
                        ratio(runs.get(2 * p).get(what), runs.get(2 * p + 1).get(what));
                if (ratio.isPresent()) {
                    ratios[found++] = ratio.getAsDouble();
                }
            }
            if (found < pairs) {
                without.add(what);
                continue;
            }
            Arrays.sort(ratios);
            double low = ratios[rank];
            double high = ratios[pairs - 1 - rank];
            table.append(String.format(
                    Locale.ROOT,
                    "| %s | %s | %s | %.3f | %.3f to %.3f | %s |%n",
                    what,
                    runs.get(0).get(what),
                    runs.get(1).get(what),
                    (ratios[(pairs - 1) / 2] + ratios[pairs / 2]) / 2,
                    low,
                    high,
                    low > WORSE ? "worse" : high < 1 / WORSE ? "better" : ""));
        }
        without.forEach(what -> table.append("not compared: ").append(what).append('\n'));
        return table.toString();
    }

    /** Returns the figure of each row. Rows that differ only in their rival have one figure. */
    private static Map<String, String> figures(String markdown) {
        Map<String, String> figures = new LinkedHashMap<>();
        for (String line : markdown.lines().filter(l -> l.startsWith("| ")).toList()) {
            String[] cells = CELLS.split(line);
            if (cells.length > 2 && !cells[1].isBlank()) {
                figures.putIfAbsent(cells[1].strip(), cells[2].strip());
            }
        }
        figures.remove("what");
        return figures;
    }

    private static OptionalDouble ratio(String base, String head) {
        if (base == null || head == null) {
            return OptionalDouble.empty();
        }
        Matcher one = NUMBER.matcher(base);
        Matcher two = NUMBER.matcher(head);
        if (!one.matches() || !two.matches()) {
            return OptionalDouble.empty();
        }
        String unit = unit(one);
        double ratio = value(two) / value(one);
        boolean comparable = unit.equals(unit(two)) || SECONDS.containsKey(unit) && SECONDS.containsKey(unit(two));
        return !comparable || !Double.isFinite(ratio)
                ? OptionalDouble.empty()
                : OptionalDouble.of(unit.endsWith("/s") ? 1 / ratio : ratio);
    }

    private static double value(Matcher figure) {
        return Double.parseDouble(figure.group(1).replace(",", "")) * SECONDS.getOrDefault(unit(figure), 1.0);
    }

    /** Returns the unit without the remark that may follow it, as in {@code 113 MB/s, 56.7 a core}. */
    private static String unit(Matcher figure) {
        return figure.group(2).replaceFirst("[,(].*", "").strip();
    }

    /** Returns how many of the ratios to leave out on each side: the most that keep the coverage. */
    private static int rank(int pairs) {
        int rank = 0;
        while (2 * (rank + 1) < pairs && coverage(pairs, rank + 1) >= COVERAGE) {
            rank++;
        }
        return rank;
    }

    /** Returns the probability that the median lies between two order statistics: a binomial sum. */
    private static double coverage(int pairs, int rank) {
        double outside = 0;
        double ways = 1;
        for (int i = 0; i <= rank; i++) {
            outside += ways;
            ways = ways * (pairs - i) / (i + 1);
        }
        return 1 - 2 * outside / Math.pow(2, pairs);
    }
}
