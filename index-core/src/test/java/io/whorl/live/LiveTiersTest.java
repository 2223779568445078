package io.whorl.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LiveTiersTest {
    private static final int MINUTIAE = 40_000;
    private static final long[] ALL = LongStream.range(0, MINUTIAE).toArray();
    private static final int ROUNDS = 20;

    @TempDir
    Path folder;

    private LiveTiers tiers() {
        return LiveTiers.mapped(folder.resolve("map"), new LiveLimits(MINUTIAE, 10), false);
    }

    private static void add(LiveTier tier) {
        tier.add(new byte[] {'a'}, 1, new byte[0], ALL, new int[0], MINUTIAE);
    }

    private static void assertHoldsAll(LiveTier tier, boolean holds) {
        try (LiveView view = tier.view();
                LiveView.Cursor cursor = view.cursor()) {
            for (long minutia : ALL) {
                assertEquals(holds, cursor.find(minutia));
            }
        }
    }

    /** Memory that is used again is empty, and two tiers never share it. */
    @Test
    void eachTierIsEmptyAndSeparate() throws IOException {
        try (LiveTiers tiers = tiers()) {
            LiveTier before = tiers.next();
            add(before);
            for (int i = 0; i < ROUNDS; i++) {
                tiers.prepare();
                LiveTier next = tiers.next();
                assertHoldsAll(next, false);
                assertHoldsAll(before, true);
                before.close();
                add(next);
                assertHoldsAll(next, true);
                before = next;
            }
            before.close();
        }
        assertEquals(0, Mappings.of(folder));
    }

    @Test
    void memoryOfOneReleasedTierIsKept() throws Exception {
        try (LiveTiers tiers = tiers()) {
            LiveTier[] some = {tiers.next(), tiers.next(), tiers.next()};
            long each = Mappings.of(folder) / some.length;
            assertTrue(each > 0);
            for (LiveTier tier : some) {
                tier.close();
            }
            // Another thread releases the memory of the others.
            for (int i = 0; i < 1_000 && Mappings.of(folder) > each; i++) {
                Thread.sleep(10);
            }
            assertEquals(each, Mappings.of(folder));
        }
        assertEquals(0, Mappings.of(folder));
    }

    @Test
    void tierOutlivesItsMaker() throws IOException {
        LiveTiers tiers = tiers();
        LiveTier tier = tiers.next();
        LiveView view = tier.view();
        add(tier);
        tiers.close();
        tiers.close();
        assertHoldsAll(tier, true);
        tier.close();
        assertTrue(Mappings.of(folder) > 0);
        view.close();
        assertEquals(0, Mappings.of(folder));
        tiers.prepare();
        assertThrows(IllegalStateException.class, tiers::next);
        assertEquals(0, Mappings.of(folder));
    }

    /** Memory that cannot be created in the background is an error of the call that needs it. */
    @Test
    void failureIsReportedByTheCallThatNeedsTheMemory() throws IOException {
        Path missing = folder.resolve("missing");
        try (LiveTiers tiers = LiveTiers.mapped(missing.resolve("map"), new LiveLimits(10, 10), false)) {
            tiers.prepare();
            assertThrows(IOException.class, tiers::next);
            Files.createDirectory(missing);
            try (LiveTier tier = tiers.next()) {
                assertEquals(0, tier.documents());
            }
        }
        try (Stream<Path> files = Files.list(missing)) {
            assertEquals(0, files.count());
        }
    }

    @Test
    void tiersOfRecordsHaveNoFile() throws IOException {
        try (LiveTiers tiers = LiveTiers.ofRecords(new LiveLimits(10, 10), false)) {
            tiers.prepare();
            try (LiveTier tier = tiers.next()) {
                assertFalse(tier.isSearched());
                assertFalse(tier.isHalfFull());
                tier.add(new byte[] {'a'}, 1, new byte[0], ALL, new int[0], 6);
                assertTrue(tier.isHalfFull());
            }
            assertEquals(0, Mappings.of(folder));
        }
    }
}
