package io.whorl.build;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.whorl.build.RunBuilder.FingerprintWorker;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.RefusedDocument;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.minutiae.DocumentMinutiae;
import io.whorl.minutiae.MinutiaExtractor;
import io.whorl.scheme.Scheme;
import io.whorl.store.CollectionFrequencies;
import io.whorl.store.ParallelTasks;
import io.whorl.store.ScratchSpace;
import io.whorl.store.Segment;
import io.whorl.store.SegmentCounts;
import io.whorl.store.StoredFingerprint;
import io.whorl.store.StoredKinds;
import io.whorl.store.TempFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A fingerprint that is too large to be stored leaves its document out, and no other. */
class LargeFingerprintTest {
    private static final Scheme SCHEME =
            Fingerprinter.of(Scheme.builder().build()).scheme();
    private static final int MOST = 30_000;
    /** About five bytes for each. */
    private static final int[] WORDS = {40, 5_000, 12_000, 300, 5_500, 0, 20};

    private static final int TOO_LARGE = 2;

    @TempDir
    Path directory;

    private static byte[] text(int document) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < WORDS[document]; i++) {
            text.append('d').append(document).append('w').append(i).append(' ');
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void theDocumentIsRefusedAndTheOthersAreStored() throws IOException {
        ScratchSpace space = new ScratchSpace(directory);
        DocumentBatch batch = new DocumentBatch(0);
        for (int d = 0; d < WORDS.length; d++) {
            batch.add(("document " + d).getBytes(StandardCharsets.UTF_8), text(d));
        }
        List<RefusedDocument> refused = new ArrayList<>();
        try (TempFile scratch = new TempFile(space);
                DocumentMinutiae small = minutiae(space);
                DocumentMinutiae large = minutiae(space)) {
            PostingSpool spool = new PostingSpool(SCHEME.hashing().bits(), 1 << 20, scratch, false);
            FingerprintWorker worker = new FingerprintWorker(
                    MinutiaExtractor.of(SCHEME),
                    spool,
                    small,
                    large,
                    BuildOptions.DEFAULT.storeFingerprints(true),
                    scratch,
                    refused::add);
            worker.most = MOST;
            worker.piece = 1_000;
            worker.fingerprint(batch);
            Path file = directory.resolve("segment.whs");
            SegmentCounts counts = new SpooledSegmentWriter(
                            SCHEME, new StoredKinds(false, true), 1 << 22, 1, ParallelTasks::runInTurn, space)
                    .write(
                            file,
                            List.of(spool),
                            new DocumentOrder(List.of(batch), WORDS.length, scratch),
                            CollectionFrequencies.none(),
                            true);
            assertEquals(WORDS.length - 1, counts.documents());
            assertStored(Segment.open(file));
        }
        assertEquals(1, refused.size());
        assertEquals("document " + TOO_LARGE, refused.get(0).id());
        assertEquals("bytes of a stored fingerprint", refused.get(0).reason().limit());
        assertEquals(MOST, refused.get(0).reason().most());
    }

    /** With room for 4,096 chunks before the minutiae go to a file. */
    private static DocumentMinutiae minutiae(ScratchSpace space) {
        return new DocumentMinutiae(SCHEME, 0, Optional.of(() -> new RunBuilder.DocumentScratch(new TempFile(space))));
    }

    private static void assertStored(Segment segment) {
        Fingerprinter fingerprinter = Fingerprinter.of(SCHEME);
        for (int ordinal = 0; ordinal < WORDS.length - 1; ordinal++) {
            String id = segment.documents().id(ordinal);
            int document = Integer.parseInt(id.substring("document ".length()));
            StoredFingerprint stored = segment.fingerprint(ordinal);
            assertArrayEquals(fingerprinter.fingerprint(text(document)).toArray(), stored.minutiae(), id);
            assertEquals(stored.minutiae().length, segment.documents().minutiae(ordinal));
        }
    }
}
