package io.whorl.rebuild;

import static io.whorl.rebuild.Rebuilding.BUILD;
import static io.whorl.rebuild.Rebuilding.OPTIONS;
import static io.whorl.rebuild.Rebuilding.SCHEME;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.RefusedException;
import io.whorl.query.Snapshot;
import io.whorl.rebuild.Rebuilding.Doc;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whether a rebuilt index stores texts. The other tests of rebuilds run with stored texts. */
class StoredTextRebuildTest {
    private static final RebuildOptions PLAIN = OPTIONS.buildOptions(BUILD.storeText(false));
    private static final List<Doc> DUMP = Rebuilding.dump(3, 20);

    @TempDir
    Path directory;

    private Path index() {
        return directory.resolve("index");
    }

    private void assertStored() throws IOException {
        try (Snapshot snapshot = Snapshot.open(index())) {
            assertTrue(snapshot.storesTexts());
            for (Map.Entry<String, byte[]> d : Rebuilding.firsts(DUMP).entrySet()) {
                assertArrayEquals(d.getValue(), snapshot.text(d.getKey()).orElseThrow());
            }
        }
    }

    @Test
    void aRebuildAddsTextsAndKeepsThem() throws IOException {
        Rebuilding.bulk(index(), SCHEME, PLAIN.buildOptions(), DUMP);
        assertEquals(0, Rebuilding.rebuild(index(), PLAIN, DUMP).build().storedTextBytes());
        try (Snapshot snapshot = Snapshot.open(index())) {
            assertFalse(snapshot.storesTexts());
        }
        long stored = Rebuilding.rebuild(index(), OPTIONS, DUMP).build().storedTextBytes();
        assertStored();
        assertEquals(stored, Rebuilding.rebuild(index(), PLAIN, DUMP).build().storedTextBytes());
        assertStored();
    }

    @Test
    void aResumeMustStoreTextsAsTheBeginningDid() throws IOException {
        RebuildOptions storing = OPTIONS.scheme(SCHEME);
        RebuildOptions plain = PLAIN.scheme(SCHEME);
        for (RebuildOptions begun : List.of(storing, plain)) {
            RebuildOptions other = begun == storing ? plain : storing;
            Path index = directory.resolve(begun == storing ? "storing" : "plain");
            try (IndexRebuild rebuild = IndexRebuild.begin(index, begun)) {
                Rebuilding.addAll(rebuild, DUMP.subList(0, 12));
            }
            RefusedException e = assertThrows(RefusedException.class, () -> IndexRebuild.resume(index, other));
            assertTrue(e.getMessage().contains("store-text was"), e.getMessage());
            assertEquals(
                    begun == storing,
                    Rebuilding.resume(index, begun, DUMP).build().storedTextBytes() > 0);
        }
    }
}
