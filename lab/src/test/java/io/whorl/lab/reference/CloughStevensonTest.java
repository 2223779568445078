package io.whorl.lab.reference;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.whorl.fingerprint.Fingerprint;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.TextRules;
import io.whorl.testing.NeedsData;
import io.whorl.testing.TestData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests word trigrams (LMD) on short answers that were copied to known degrees (Clough & Stevenson 2011). */
@NeedsData
class CloughStevensonTest {
    /** The mean containment of the answers in their originals, to two decimals, from an independent count. */
    private static final Map<String, Double> EXPECTED = Map.of("cut", 0.65, "light", 0.50, "heavy", 0.30, "non", 0.03);

    private static final double ROUNDING = 0.005;

    @ParameterizedTest
    @EnumSource(TextRules.Words.class)
    void meanContainmentMatchesAnIndependentCount(TextRules.Words words) throws IOException {
        Path truth = TestData.of("clough-stevenson/truth.tsv");
        Path texts = truth.resolveSibling("docs");
        Fingerprinter fingerprinter =
                Fingerprinter.of(Scheme.builder().granularity(3).words(words).build());
        Map<String, List<Double>> containments = new TreeMap<>();
        List<String> rows = Files.readAllLines(truth);
        for (String row : rows.subList(1, rows.size())) {
            String[] fields = row.split("\t");
            String category = fields[2];
            if (!category.equals("orig")) {
                Fingerprint answer = fingerprinter.fingerprint(Files.readAllBytes(texts.resolve(fields[0])));
                Fingerprint original = fingerprinter.fingerprint(Files.readAllBytes(texts.resolve(fields[3])));
                containments
                        .computeIfAbsent(category, any -> new ArrayList<>())
                        .add((double) answer.shared(original) / answer.size());
            }
        }
        assertEquals(EXPECTED.keySet(), containments.keySet());
        containments.forEach((category, each) -> assertEquals(
                EXPECTED.get(category),
                each.stream().mapToDouble(Double::doubleValue).average().orElseThrow(),
                ROUNDING,
                category));
    }
}
