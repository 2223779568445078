package io.whorl.strategy;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.whorl.testing.NeedsData;
import io.whorl.testing.TestData;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/** Compares the default anchors with the file of anchors. */
class AnchorFileTest {
    @NeedsData
    @Test
    void defaultAnchorsMatchTheAnchorFile() throws Exception {
        assertEquals(Anchor.DEFAULT, String.join("|", Files.readAllLines(TestData.of("anchors.txt"))));
    }
}
