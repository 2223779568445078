package io.whorl.hash;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.scheme.Hashing;
import io.whorl.scheme.Hashing.Algorithm;
import io.whorl.testing.NeedsData;
import io.whorl.testing.TestData;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Distinct chunks should be uniform over the 4,096 values of the leading twelve bits of the minutia and of its order.
 * Chi-square with 4,095 degrees of freedom has mean 4,095 and standard deviation 90.5; six standard deviations are
 * allowed.
 */
class UniformityTest {
    private static final int CELLS = 4096;
    private static final double MOST = CELLS - 1 + 6 * Math.sqrt(2.0 * (CELLS - 1));

    @ParameterizedTest
    @CsvSource({"RZ,32", "RZ,40", "RZ,64", "RABIN,32", "RABIN,40", "RABIN,64"})
    void minutiaeOfNumberedWordsAreUniform(Algorithm algorithm, int bits) {
        List<String> words = new ArrayList<>();
        for (int i = 0; i < 100_000; i++) {
            words.add(List.of("version", "copy", "of", "the", "part").get(i % 5) + i / 7);
        }
        check(algorithm, bits, chunks(words));
    }

    @NeedsData
    @ParameterizedTest
    @CsvSource({"RZ,32", "RZ,40", "RZ,64", "RABIN,32", "RABIN,40", "RABIN,64"})
    void minutiaeOfTheFederalistPapersAreUniform(Algorithm algorithm, int bits) {
        check(algorithm, bits, chunks(federalist()));
    }

    @Test
    void aConstantFailsTheTest() {
        long[] counts = new long[CELLS];
        counts[7] = 100_000;
        assertTrue(chiSquare(counts) > MOST);
    }

    private static void check(Algorithm algorithm, int bits, Set<String> chunks) {
        ChunkHash hash = ChunkHash.of(new Hashing(algorithm, bits, Hashing.DEFAULT_SEED));
        long[] minutiae = new long[CELLS];
        long[] orders = new long[CELLS];
        for (String chunk : chunks) {
            byte[] bytes = chunk.getBytes(StandardCharsets.UTF_8);
            long minutia = hash.finish(hash.absorb(hash.start(), bytes, 0, bytes.length));
            minutiae[(int) (minutia >>> (bits - 12))]++;
            orders[(int) (hash.order(minutia) >>> (bits - 12))]++;
        }
        assertTrue(chiSquare(minutiae) < MOST, () -> "minutiae: chi-square " + chiSquare(minutiae));
        assertTrue(chiSquare(orders) < MOST, () -> "orders: chi-square " + chiSquare(orders));
    }

    private static double chiSquare(long[] counts) {
        double expected = 0;
        for (long count : counts) {
            expected += count / (double) counts.length;
        }
        double sum = 0;
        for (long count : counts) {
            sum += (count - expected) * (count - expected) / expected;
        }
        return sum;
    }

    private static Set<String> chunks(List<String> words) {
        Set<String> chunks = new HashSet<>();
        for (int k = 0; k + 4 <= words.size(); k++) {
            chunks.add(String.join(" ", words.subList(k, k + 4)));
        }
        return chunks;
    }

    private static List<String> federalist() {
        List<String> words = new ArrayList<>();
        try (Stream<Path> files = Files.list(TestData.of("federalist/docs"))) {
            for (Path file : files.sorted().toList()) {
                String text = Files.readString(file, StandardCharsets.UTF_8).toLowerCase(Locale.ROOT);
                words.addAll(Stream.of(text.split("[^a-z0-9]+"))
                        .filter(word -> !word.isEmpty())
                        .toList());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return words;
    }
}
