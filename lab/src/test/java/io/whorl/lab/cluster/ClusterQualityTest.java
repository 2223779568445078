package io.whorl.lab.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ClusterQualityTest {
    private static final Map<String, String> GROUPS = Map.of("a", "x", "b", "x", "c", "x", "d", "y", "e", "y");

    @Test
    void equalPartitionsHaveTheBestFigures() {
        assertEquals(new ClusterQuality(1, 1, 1, 1, 3, 4, 0), ClusterQuality.of(GROUPS, GROUPS));
    }

    @Test
    void aDocumentInNoClusterIsAClusterOfItsOwn() {
        ClusterQuality none = ClusterQuality.of(Map.of(), GROUPS);
        assertEquals(1, none.precision());
        assertEquals((3 * (1 / 3.0) + 2 * (1 / 2.0)) / 5, none.recall(), 1e-12);
        assertEquals(0, none.adjustedRand(), 1e-12);
        assertEquals(1, none.largest());
        assertEquals(0, none.joined());
    }

    @Test
    void figuresAreThoseOfAnExampleByHand() {
        // Clusters {a, b, d} and {c}, {e}.
        ClusterQuality quality = ClusterQuality.of(Map.of("a", "1", "b", "1", "d", "1"), GROUPS);
        double precision = (2 / 3.0 + 2 / 3.0 + 1 + 1 / 3.0 + 1) / 5;
        double recall = (2 / 3.0 + 2 / 3.0 + 1 / 3.0 + 1 / 2.0 + 1 / 2.0) / 5;
        assertEquals(precision, quality.precision(), 1e-12);
        assertEquals(recall, quality.recall(), 1e-12);
        assertEquals(2 * precision * recall / (precision + recall), quality.f1(), 1e-12);
        // Of ten pairs three are joined, four are related, and one is both: (1 − 1.2) ÷ (3.5 − 1.2).
        assertEquals(-0.2 / 2.3, quality.adjustedRand(), 1e-12);
        assertEquals(3, quality.largest());
        assertEquals(3, quality.joined());
        assertEquals(2, quality.wrong());
    }
}
