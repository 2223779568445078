package io.whorl.strategy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.LimitExceededException;
import io.whorl.scheme.Selection;
import io.whorl.select.ChunkBlock;
import io.whorl.select.SelectedChunks;
import io.whorl.select.Selector;
import io.whorl.testing.NeedsData;
import io.whorl.testing.TestData;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** What fingerprints do not show of strategies. DefinitionsTest compares these with their definitions. */
class SelectionsTest {
    private static final int MOST = 1_500;

    @Test
    void depthIsTheGreatestLevelThatKeepsAMinutia() {
        assertEquals(63, ModBySize.depth(0));
        assertEquals(0, ModBySize.depth(1));
        assertEquals(3, ModBySize.depth(24));
        assertEquals(63, ModBySize.depth(Long.MIN_VALUE));
    }

    @Test
    void firstRReportsWhenNoMoreChunksAreNeeded() {
        Selector selector = Strategies.create(
                        new Selection("first-r", Map.of("r", "3")), PluginsTest.WORDS, PluginsTest.ORDER)
                .selector();
        ChunkBlock two = new ChunkBlock();
        two.count = 2;
        two.minutia = new long[] {1, 2};
        SelectedChunks out = new SelectedChunks(false);
        selector.start();
        assertTrue(selector.accept(two, out));
        assertFalse(selector.accept(two, out));
        assertEquals(3, out.size());
    }

    /** Compares the default anchors with the file of anchors. */
    @NeedsData
    @Test
    void defaultAnchorsMatchTheAnchorFile() throws Exception {
        assertEquals(Anchor.DEFAULT, String.join("|", Files.readAllLines(TestData.of("anchors.txt"))));
    }

    // Data beyond the limit of an array is refused, and earlier data stays.

    private static void refused(Executable add) {
        LimitExceededException e = assertThrows(LimitExceededException.class, add);
        assertEquals(MOST + 1, e.value());
        assertEquals(MOST, e.most());
    }

    @Test
    void prefixes() {
        RaritySelection.RarestPrefix selector = new RaritySelection.RarestPrefix(1, 3, MOST);
        SelectedChunks none = new SelectedChunks(true);
        selector.start();
        for (int i = 0; i < MOST / 3; i++) {
            selector.accept(wordOf((byte) i, (byte) (i >> 8), (byte) 1), none);
        }
        refused(() -> selector.accept(wordOf((byte) 9), none));
    }

    private static ChunkBlock wordOf(byte... word) {
        ChunkBlock block = new ChunkBlock();
        block.add(1);
        block.firstWord = Arrays.copyOf(word, word.length + 1);
        block.firstWordEnd = new int[] {word.length};
        return block;
    }
}
