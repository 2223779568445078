package io.whorl.lab.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.lab.collection.Documents;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MinHashBandsTest {
    @Test
    void shapesAreThoseOfDatasketch() {
        // MinHashLSH(threshold=t, num_perm=128).b and .r
        assertEquals(new MinHashBands.Shape(25, 5), MinHashBands.Shape.of(0.5));
        assertEquals(new MinHashBands.Shape(9, 13), MinHashBands.Shape.of(0.8));
    }

    @Test
    void theChanceOfACandidateGrowsWithResemblance() {
        MinHashBands.Shape shape = new MinHashBands.Shape(25, 5);
        assertEquals(0, shape.found(0));
        assertEquals(1, shape.found(1));
        assertEquals(1 - Math.pow(1 - 1 / 32.0, 25), shape.found(0.5), 1e-12);
    }

    @Test
    void eachPairOfCandidatesIsPassedOnce() throws IOException {
        List<String> texts = List.of(
                "one two three four five six seven eight",
                "one two three four five six seven eight",
                "nine ten eleven twelve thirteen fourteen fifteen",
                "");
        Documents documents = taker -> {
            for (int i = 0; i < texts.size(); i++) {
                taker.take("d" + i, texts.get(i).getBytes(StandardCharsets.UTF_8));
            }
        };
        List<String> pairs = new ArrayList<>();
        MinHashBands.of(documents, 2)
                .candidates(new MinHashBands.Shape(25, 5), (a, b, estimate) -> pairs.add(a + " " + b + " " + estimate));
        assertEquals(List.of("d0 d1 1.0"), pairs);
        assertTrue(MinHashBands.HASHES >= 25 * 5);
    }
}
