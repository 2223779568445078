package io.whorl.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.IndexBuilder;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A new state replaces the old one only if a reader can open it. */
class StateVerificationTest {
    private static final String SEGMENT = "segment-000001.whs";

    @TempDir
    Path directory;

    private Path index;
    private Scheme scheme;
    private byte[] manifest;

    @BeforeEach
    void build() throws IOException {
        index = directory.resolve("index");
        try (IndexBuilder builder = IndexBuilder.create(index, Scheme.builder().build(), BuildOptions.DEFAULT)) {
            builder.add("a", "some words for a small index".getBytes(StandardCharsets.UTF_8));
            builder.finish();
        }
        scheme = IndexFiles.readManifest(index).scheme();
        manifest = Files.readAllBytes(index.resolve("MANIFEST"));
    }

    private void assertRefused(Scheme newScheme, List<SegmentFile> segments) throws IOException {
        try (IndexDirectory locked = IndexDirectory.open(index)) {
            assertThrows(
                    IOException.class,
                    () -> locked.replace(newScheme, StoredKinds.NONE, segments, 2, Optional.empty()));
            assertArrayEquals(manifest, Files.readAllBytes(index.resolve("MANIFEST")));
            assertEquals(1, locked.manifest().orElseThrow().generation());
            assertTrue(Files.exists(index.resolve(SEGMENT)));
        }
    }

    @Test
    void unreadableSegmentsAreRefused() throws IOException {
        byte[] segment = Files.readAllBytes(index.resolve(SEGMENT));
        assertRefused(scheme, List.of(SegmentFile.whole("segment-000002.whs", 100)));
        Files.write(index.resolve("segment-000003.whs"), Arrays.copyOf(segment, segment.length - 1));
        assertRefused(scheme, List.of(SegmentFile.whole("segment-000003.whs", segment.length)));
    }

    @Test
    void segmentsOfAnotherSchemeAreRefused() throws IOException {
        assertRefused(
                scheme.toBuilder().granularity(5).build(),
                List.of(SegmentFile.whole(SEGMENT, Files.size(index.resolve(SEGMENT)))));
    }
}
