package io.whorl.strategy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.whorl.fingerprint.SharedData;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Compares the default anchors with the file of anchors. */
class AnchorFileTest {
    @Test
    void defaultAnchorsMatchTheAnchorFile() throws Exception {
        Optional<Path> file = SharedData.find("anchors.txt");
        assumeTrue(file.isPresent(), SharedData.ABSENT);
        assertEquals(Anchor.DEFAULT, String.join("|", Files.readAllLines(file.get())));
    }
}
