package io.whorl.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.cli.CliRun;
import io.whorl.cli.EssayClass;
import io.whorl.cli.EssayClass.Kind;
import io.whorl.cli.EssayClass.Planted;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A report of a class of made essays, of which it is known who copied from whom. */
class ReportPrecisionTest {
    @TempDir
    Path folder;

    /** What a report found: pairs, and copies of which a passage has a part. */
    private record Found(Set<Set<String>> pairs, List<Planted> copies, CliRun run) {
        double precision(EssayClass all) {
            Set<Set<String>> planted =
                    all.planted().stream().map(ReportPrecisionTest::pair).collect(Collectors.toSet());
            return (double) pairs.stream().filter(planted::contains).count() / pairs.size();
        }
    }

    private Found report(EssayClass all, Object... options) throws IOException {
        List<Object> arguments = new ArrayList<>(List.of("report", folder.resolve("essays"), "--among"));
        for (String old : List.of("sources", "last-year")) {
            arguments.addAll(List.of("--reference", folder.resolve(old)));
        }
        arguments.addAll(List.of("--format", "passim", "--top", 100_000));
        arguments.addAll(List.of(options));
        CliRun run = CliRun.of(arguments).exits(0);
        Set<Set<String>> pairs = new HashSet<>();
        Map<Set<String>, List<String>> passages = new HashMap<>();
        List<Map<String, String>> records = run.objects();
        for (int i = 0; i < records.size(); i += 2) {
            Set<String> pair =
                    Set.of(records.get(i).get("id"), records.get(i + 1).get("id"));
            pairs.add(pair);
            passages.computeIfAbsent(pair, key -> new ArrayList<>())
                    .add(records.get(i).get("text") + " " + records.get(i + 1).get("text"));
        }
        List<Planted> copies = all.planted().stream()
                .filter(p -> passages.getOrDefault(pair(p), List.of()).stream().anyMatch(text -> hasPartOf(p, text)))
                .toList();
        return new Found(pairs, copies, run);
    }

    /** True if a passage has a part of a copy: a tenth of its length. */
    private static boolean hasPartOf(Planted copy, String passage) {
        int part = copy.words().length() / 10;
        return IntStream.range(0, 10)
                .anyMatch(i -> passage.contains(copy.words().substring(i * part, (i + 1) * part)));
    }

    private static Set<String> pair(Planted planted) {
        return new TreeSet<>(Set.of(name(planted.essay()), name(planted.source())));
    }

    private static String name(String path) {
        return path.substring(path.indexOf('/') + 1);
    }

    @Test
    void copiesAreFoundAndSharedReferencesAreNotReported() throws IOException {
        EssayClass all = new EssayClass(1, 120);
        all.write(folder);
        Found found = report(all);
        assertTrue(found.precision(all) >= 0.95, () -> found.pairs().size() + " pairs");
        List<Planted> missed = new ArrayList<>(all.planted());
        missed.removeAll(found.copies());
        assertEquals(List.of(), missed);
        found.run()
                .tells(
                        "of 120 documents have the same 80 words, \"",
                        "they are left out as text that everyone was given");
    }

    @Test
    void whatIsLeftOutByDefaultIsWhatMakesMostPairs() throws IOException {
        EssayClass all = new EssayClass(2, 40);
        all.write(folder);
        Found found = report(all);
        assertTrue(found.precision(all) >= 0.95, () -> found.pairs().size() + " pairs");
        for (String[] options :
                new String[][] {{"--leave-out", "references"}, {"--leave-out", "quotations"}, {"--given-by", "0"}}) {
            Found more = report(all, (Object[]) options);
            assertTrue(more.pairs().containsAll(found.pairs()), () -> List.of(options) + ": " + more.pairs());
            assertTrue(more.pairs().size() > 2 * found.pairs().size(), () -> List.of(options) + ": " + more.pairs());
            // Beside a longer passage, such as a quotation, a copy of 25 words is no passage of its own.
            List<Planted> lost = new ArrayList<>(found.copies());
            lost.removeAll(more.copies());
            assertTrue(lost.stream().allMatch(p -> p.kind() == Kind.VERBATIM_25), () -> List.of(options) + ": " + lost);
        }
    }
}
