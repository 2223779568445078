package io.whorl.build;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.whorl.RandomCorpus;
import io.whorl.bulk.BuiltSchemes;
import io.whorl.bulk.TestFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Adds documents first and their postings afterwards in random order, and compares with a bulk build. */
class AssembledPostingsTest {
    private static final long[] NO_MINUTIAE = {};
    private static final int[] NO_FREQUENCIES = {};

    @TempDir
    Path directory;

    private record Posting(long minutia, int document, int frequency) {}

    @ParameterizedTest
    @EnumSource
    void postingsCanBeAddedAfterTheirDocuments(BuiltSchemes drawn) throws IOException {
        Map<String, byte[]> corpus = RandomCorpus.of(drawn.ordinal(), 70, 400);
        List<Posting> postings = new ArrayList<>();
        Path file = directory.resolve("assembled.whs");
        try (SegmentAssembler assembler = new SegmentAssembler(drawn.scheme, 1 << 20, 1, directory)) {
            for (Assembled d : Assembled.of(drawn.scheme, corpus).values()) {
                int document = assembler.add(d.id(), d.words(), d.extra(), NO_MINUTIAE, NO_FREQUENCIES, 0);
                for (int i = 0; i < d.minutiae().length; i++) {
                    // If the scheme stores no frequencies, the given frequency is ignored.
                    postings.add(new Posting(
                            d.minutiae()[i], document, drawn.scheme.frequencies() ? d.frequencies()[i] : i));
                }
            }
            Collections.shuffle(postings, new Random(drawn.ordinal()));
            for (Posting p : postings) {
                assembler.add(p.minutia(), p.document(), p.frequency());
            }
            assertEquals(postings.size(), assembler.postings());
            assembler.write(file);
        }
        assertArrayEquals(TestFiles.bulk(directory, drawn.scheme, corpus), Files.readAllBytes(file));
    }

    @Test
    void aPostingNeedsItsDocument() throws IOException {
        try (SegmentAssembler assembler = new SegmentAssembler(BuiltSchemes.FREQUENT.scheme, 0, 1, directory)) {
            assembler.add(new byte[] {'a'}, 1, new byte[0], NO_MINUTIAE, NO_FREQUENCIES, 0);
            assertThrows(IllegalArgumentException.class, () -> assembler.add(1, 1, 1));
            assertThrows(IllegalArgumentException.class, () -> assembler.add(1, -1, 1));
            assertThrows(IllegalArgumentException.class, () -> assembler.add(1, 0, 0));
            assembler.add(1, 0, 1);
            assertEquals(1, assembler.postings());
        }
    }
}
