package io.whorl.build;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.LimitExceededException;
import io.whorl.RandomCorpus;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.TestFiles;
import io.whorl.scheme.Scheme;
import io.whorl.store.DeadDocuments;
import io.whorl.store.IndexFiles;
import io.whorl.store.ScratchSpace;
import io.whorl.store.Segment;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests with small limits that each limit of a merge is reported before anything overflows. */
class MergeLimitsTest {
    @TempDir
    Path directory;

    private static void refuses(long value, long most, org.junit.jupiter.api.function.Executable what) {
        LimitExceededException e = assertThrows(LimitExceededException.class, what);
        assertEquals(value, e.value(), e.getMessage());
        assertEquals(most, e.most(), e.getMessage());
        assertTrue(e.getMessage().startsWith(e.limit() + ": " + value + " is more than the limit of " + most + "; "));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void tooManyHoldersOfOneMinutiaAreRefused(boolean counted) {
        MinutiaMerge.HolderUnion union = new MinutiaMerge.HolderUnion(counted, 100, () -> {});
        for (int i = 0; i < 50; i++) {
            union.append(2 * i, 1);
        }
        for (int i = 0; i < 50; i++) {
            union.append(2 * i + 1, 1);
        }
        union.sort();
        refuses(101, 100, () -> union.append(100, 1));
        assertArrayEquals(IntStream.range(0, 100).toArray(), Arrays.copyOf(union.documents(), union.size()));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void largeUnionAsksFirstAndReturnsItsMemory(boolean counted) {
        AtomicInteger asked = new AtomicInteger();
        MinutiaMerge.HolderUnion union = new MinutiaMerge.HolderUnion(counted, asked::incrementAndGet);
        for (int i = 0; i < MinutiaMerge.HolderUnion.LARGE; i++) {
            union.append(i, 1);
        }
        union.shrink();
        assertEquals(MinutiaMerge.HolderUnion.LARGE, union.size(), "it is not large yet");
        assertEquals(0, asked.get());
        union.append(MinutiaMerge.HolderUnion.LARGE, 1);
        assertEquals(1, asked.get());
        union.sort();
        union.shrink();
        assertEquals(0, union.size());
        assertTrue(union.documents().length < 100, "it keeps " + union.documents().length);
        union.append(7, 3);
        union.sort();
        assertEquals(7, union.documents()[0]);
    }

    @Test
    void tooManyDocumentsOfOneMergeAreRefused() throws IOException {
        Path index = directory.resolve("index");
        TestFiles.build(index, Scheme.builder().build(), RandomCorpus.of(3, 30, 50), BuildOptions.DEFAULT);
        Segment segment = Segment.open(
                index.resolve(IndexFiles.readManifest(index).segments().get(0).name()));
        List<SegmentMerge.Input> inputs = List.of(new SegmentMerge.Input(segment, DeadDocuments.none(30)));
        ScratchSpace scratch = new ScratchSpace(directory);
        refuses(30, 29, () -> new MergedDocuments(inputs, scratch, () -> false, 29));
        try (MergedDocuments documents = new MergedDocuments(inputs, scratch, () -> false, 30)) {
            assertEquals(30, documents.count());
        }
    }
}
