package io.whorl.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.live.LiveTier.LiveLimits;
import io.whorl.log.LoggedDocument;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The memory of a tier is released after its last use, and not accessible afterwards. */
class LiveLifeTest {
    private static final byte[] ID = {'a'};

    @TempDir
    Path folder;

    private LiveTier tier;

    @BeforeEach
    void tierOfOneDocument() throws IOException {
        tier = LiveTier.create(folder.resolve("map"), new LiveLimits(1_000, 10), false);
        tier.add(new LoggedDocument(ID, 1, new byte[0], new long[] {5}, new int[0], 1));
        assertTrue(Mappings.of(folder) > 0);
    }

    @Test
    void closingTheTierReleasesTheMemory() throws IOException {
        tier.close();
        assertEquals(0, Mappings.of(folder));
        tier.close();
        assertThrows(IllegalStateException.class, () -> tier.view());
        assertThrows(
                IllegalStateException.class,
                () -> tier.add(new LoggedDocument(ID, 1, new byte[0], new long[] {5}, new int[0], 1)));
        assertEquals(1, tier.documents());
    }

    @Test
    void openViewKeepsTheMemory() throws IOException {
        LiveView view = tier.view();
        LiveView other = tier.view();
        tier.close();
        other.close();
        assertReads(view);
        view.take();
        view.close();
        assertReads(view);
        view.close();
        assertEquals(0, Mappings.of(folder));
        assertThrows(IllegalStateException.class, view::take);
        assertThrows(IllegalStateException.class, view::close);
        assertEquals(0, view.find(ID));
    }

    @Test
    void memoryThatIsLeftToTheViewsIsReleasedWithTheLast() throws IOException {
        LiveView view = tier.view();
        tier.leaveToViews();
        tier.add(new LoggedDocument(ID, 1, new byte[0], new long[] {6}, new int[0], 1));
        LiveView later = tier.view();
        view.close();
        assertTrue(new LiveCursor(later).find(6));
        later.close();
        assertEquals(0, Mappings.of(folder));
        assertThrows(IllegalStateException.class, () -> tier.view());
        tier.close();
    }

    private static void assertReads(LiveView view) {
        assertTrue(new LiveCursor(view).find(5));
        assertFalse(new LiveCursor(view).find(6));
    }
}
