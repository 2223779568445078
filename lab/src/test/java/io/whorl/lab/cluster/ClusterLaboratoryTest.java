package io.whorl.lab.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.cluster.ClusterOptions;
import io.whorl.lab.model.Rival;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClusterLaboratoryTest {
    private static final Scheme FULL = Scheme.builder().build();

    private static ClusterLaboratory laboratory(MadeCollection made) {
        return new ClusterLaboratory(made.documents(), made.groups(), 2);
    }

    @Test
    void starsCutChainsThatComponentsJoin() throws IOException {
        List<ClusterLaboratory.Row> rows =
                laboratory(MadeCollection.chains(60, 1)).whorl("full", FULL, ClusterOptions.DEFAULT, List.of(0.3));
        ClusterQuality star = rows.get(0).quality();
        ClusterQuality components = rows.get(1).quality();
        assertEquals(20, components.largest());
        assertTrue(star.largest() < 12, star::toString);
        assertTrue(star.wrong() < components.wrong(), () -> star + " " + components);
    }

    @Test
    void templatesMergeNoStars() throws IOException {
        MadeCollection made = MadeCollection.templated(300, 1);
        List<ClusterLaboratory.Row> rows = laboratory(made).whorl("full", FULL, ClusterOptions.DEFAULT, List.of(0.3));
        assertEquals(0, rows.get(0).quality().wrong(), rows::toString);
        assertEquals(1, rows.get(0).quality().recall(), rows::toString);
    }

    @Test
    void aRivalIsJudgedByComponentsOfItsPairs() throws IOException {
        List<ClusterLaboratory.Row> rows =
                laboratory(MadeCollection.templated(100, 1)).rival(Rival.JAVA_LSH_MINHASH, List.of(0.1, 0.95));
        assertTrue(rows.get(0).quality().wrong() > 100, rows::toString);
        assertEquals(0, rows.get(1).quality().wrong(), rows::toString);
    }
}
