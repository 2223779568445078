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
        other.close();
        assertReads(view);
        view.close();
        assertEquals(0, Mappings.of(folder));
        view.close();
        assertClosed(view);
        assertEquals(0, view.find(ID));
    }

    @Test
    void openCursorKeepsTheMemory() throws IOException {
        LiveView view = tier.view();
        LiveView.Cursor cursor = view.cursor();
        LiveView.Cursor other = view.cursor();
        tier.close();
        view.close();
        assertClosed(view);
        other.close();
        other.close();
        assertTrue(cursor.find(5));
        cursor.close();
        assertEquals(0, Mappings.of(folder));
        assertThrows(IllegalStateException.class, () -> cursor.find(5));
    }

    @Test
    void forEachKeepsTheMemory() throws IOException {
        LiveView view = tier.view();
        tier.close();
        view.forEach((minutia, document, frequency) -> {
            view.close();
            assertClosed(view);
            assertMapped(true);
        });
        assertMapped(false);
    }

    @Test
    void failingSinkReleasesTheMemory() {
        LiveView view = tier.view();
        tier.close();
        assertThrows(
                ArithmeticException.class,
                () -> view.forEach((minutia, document, frequency) -> {
                    throw new ArithmeticException();
                }));
        view.close();
        assertMapped(false);
    }

    @Test
    void unreachableViewsAndCursorsReleaseTheMemory() throws Exception {
        dropSome();
        tier.close();
        Mappings.assertCollected(folder);
    }

    @Test
    void unreachableCursorOfAClosedViewReleasesTheMemory() throws Exception {
        LiveView view = tier.view();
        view.cursor().find(5);
        view.close();
        tier.close();
        view = null;
        Mappings.assertCollected(folder);
    }

    @Test
    void cursorKeepsTheMemoryOfAnUnreachableView() throws Exception {
        LiveView.Cursor cursor = tier.view().cursor();
        tier.close();
        for (int i = 0; i < 5; i++) {
            System.gc();
            Thread.sleep(10);
            assertTrue(cursor.find(5));
        }
        cursor.close();
        cursor = null;
        Mappings.assertCollected(folder);
    }

    private void dropSome() {
        for (int i = 0; i < 20; i++) {
            LiveView view = tier.view();
            assertTrue(view.cursor().find(5));
            assertTrue(view.cursor().find(5));
        }
    }

    private static void assertReads(LiveView view) {
        try (LiveView.Cursor cursor = view.cursor()) {
            assertTrue(cursor.find(5));
            assertFalse(cursor.find(6));
        }
    }

    private static void assertClosed(LiveView view) {
        assertThrows(IllegalStateException.class, view::cursor);
        assertThrows(IllegalStateException.class, () -> view.forEach((minutia, document, frequency) -> {}));
    }

    private void assertMapped(boolean mapped) {
        try {
            assertEquals(mapped, Mappings.of(folder) > 0);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
