package io.whorl.write;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.CorruptIndexException;
import io.whorl.store.DeadDocuments;
import io.whorl.store.SegmentFile;
import io.whorl.write.WriterHealth.MergeFailure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class FailedMergesTest {
    private static final IOException FULL = new IOException("full");
    private final MergeScheduler.FailedMerges setAside = new MergeScheduler.FailedMerges();
    private final SealedSegment a = segment("a");
    private final SealedSegment b = segment("b");
    private final SealedSegment c = segment("c");
    private final List<SealedSegment> all = List.of(a, b, c);

    private static SealedSegment segment(String name) {
        return new SealedSegment(SegmentFile.whole(name, 1), null, DeadDocuments.none(1));
    }

    private void seals(int n) {
        for (int i = 0; i < n; i++) {
            setAside.sealed();
        }
    }

    @Test
    void eachFailureDoublesTheDelay() {
        for (int attempt = 1; attempt <= 13; attempt++) {
            int rest = Math.min(1_024, 1 << attempt - 1);
            MergeFailure failure = setAside.failed(List.of(a, b), FULL);
            assertEquals(new MergeFailure(List.of("a", "b"), FULL, attempt, rest), failure);
            seals(rest - 1);
            assertEquals(List.of(c), setAside.mergeable(all));
            seals(1);
            assertEquals(all, setAside.mergeable(all));
        }
        assertEquals(13, setAside.failures());
        assertEquals(all, setAside.undamaged(all));
        assertEquals(1, setAside.of(all).size());
        setAside.merged(List.of(a, b));
        assertTrue(setAside.of(all).isEmpty());
        assertEquals(1, setAside.failed(List.of(a), FULL).attempts());
    }

    @Test
    void aFailureThatNamesASegmentExcludesOnlyThatOne() {
        CorruptIndexException damage = new CorruptIndexException(Path.of("index", "b"), 7, "a bit");
        assertEquals(List.of("b"), setAside.failed(all, damage).segments());
        assertEquals(List.of(a, c), setAside.mergeable(all));
        assertEquals(List.of(a, c), setAside.undamaged(all));
        CorruptIndexException elsewhere = new CorruptIndexException(Path.of("index", "z"), 7, "a bit");
        assertEquals(
                List.of("a", "c"), setAside.failed(List.of(a, c), elsewhere).segments());
        assertEquals(2, setAside.of(all).size());
        assertEquals(1, setAside.of(List.of(b)).size());
        setAside.retry();
        assertEquals(all, setAside.mergeable(all));
        // It counts as damaged until it is merged.
        assertEquals(List.of(a, c), setAside.undamaged(all));
    }
}
