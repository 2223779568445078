package io.whorl.build;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.whorl.OpenFiles;
import io.whorl.RandomCorpus;
import io.whorl.build.RunBuilder.FingerprintWorker;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.IndexBuilder;
import io.whorl.bulk.RefusedDocument;
import io.whorl.crash.CrashFileSystem;
import io.whorl.crash.CrashFileSystem.Fault;
import io.whorl.crash.CrashFileSystem.Operation;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.minutiae.DocumentMinutiae;
import io.whorl.minutiae.MinutiaExtractor;
import io.whorl.query.IndexCheck;
import io.whorl.scheme.Scheme;
import io.whorl.store.CollectionFrequencies;
import io.whorl.store.ParallelTasks;
import io.whorl.store.ScratchSpace;
import io.whorl.store.Segment;
import io.whorl.store.SegmentCounts;
import io.whorl.store.StoredFingerprint;
import io.whorl.store.StoredKinds;
import io.whorl.store.TempFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Builds in runs that reach a limit, a full disk or the end of their threads: documents are kept, or reported as lost,
 * and no file stays open.
 */
class FailedRunTest {
    /** Each document fills a run. */
    private static final BuildOptions OPTIONS =
            RunMergeTest.Runs.SMALL.runText(1).threads(1).reserve(0).storeText(true);

    @TempDir
    Path directory;

    private int kept;
    private int lost;

    private static final Scheme SCHEME = Scheme.builder().build();
    private static final int SCRATCH_FILES = 1;

    @Test
    void aBuildContinuesOrSaysThatDocumentsAreLost() throws IOException {
        for (boolean again : new boolean[] {true, false}) {
            for (int nth = 1; run(nth, again); nth++) {
                assertTrue(nth < 100, "the second run never begins");
            }
        }
        assertTrue(kept > 0, "no build continued");
        assertTrue(lost > 0, "no build lost documents");
    }

    /** Returns whether an operation failed. */
    private boolean run(int nth, boolean again) throws IOException {
        CrashFileSystem system = CrashFileSystem.over(Files.createDirectory(directory.resolve(nth + " " + again)));
        Path index = system.root().resolve("index");
        try (IndexBuilder builder = IndexBuilder.create(index, SCHEME, OPTIONS, refused -> {})) {
            add(builder, 1);
            system.fail(Fault.at(nth, Operation.CREATE, Operation.FORCE));
            try {
                add(builder, 2);
                system.heal();
                return false;
            } catch (IOException e) {
                system.heal();
            }
            try {
                if (again) {
                    add(builder, 2);
                }
            } catch (IllegalStateException e) {
                lost(e);
                lost(assertThrows(IllegalStateException.class, builder::finish));
                return true;
            }
            try {
                assertEquals(again ? 2 : 1, builder.finish().documents());
            } catch (IllegalStateException e) {
                lost(e);
                return true;
            }
            kept++;
            assertEquals(List.of(), IndexCheck.check(index).problems());
            return true;
        }
    }

    private void lost(IllegalStateException e) {
        assertTrue(e.getMessage().contains("lost; make a new builder"), e.getMessage());
        lost++;
    }

    private static void add(IndexBuilder builder, int number) throws IOException {
        builder.add("document " + number, RandomCorpus.utf8("one two three four " + number), Optional.empty());
    }

    /** A system that allows no more threads has the same effect. */
    @Test
    void aBatchThatNoThreadTakesIsNotWaitedFor() throws IOException {
        ScratchSpace space = new ScratchSpace(directory);
        BuildOptions options =
                BuildOptions.DEFAULT.memory(BuildOptions.LEAST_MEMORY).threads(1);
        DocumentBatch batch = new DocumentBatch(0);
        batch.add(new byte[] {'a'}, new byte[] {'b'});
        try (TempFile scratch = new TempFile(space);
                RunBuilder.FingerprintPool pool =
                        new RunBuilder.FingerprintPool(SCHEME, options, scratch, space, refused -> {})) {
            pool.executor().shutdown();
            assertThrows(RejectedExecutionException.class, () -> pool.submit(batch));
            assertTimeoutPreemptively(
                    Duration.ofSeconds(30), () -> assertThrows(RejectedExecutionException.class, pool::drain));
        }
    }

    interface Opening {
        Closeable open(Path scratch) throws IOException;
    }

    static Stream<Opening> openings() {
        return Stream.of(
                scratch -> new SegmentAssembler(SCHEME, new StoredKinds(true, true), 1 << 20, 1, scratch), scratch -> {
                    RunBuilder run = new RunBuilder(
                            SCHEME,
                            RunMergeTest.Runs.SMALL.storeText(true).storeFingerprints(true),
                            scratch,
                            document -> {});
                    return run::close;
                });
    }

    @ParameterizedTest
    @MethodSource("openings")
    void noScratchFileStaysOpen(Opening opening) throws IOException {
        assumeTrue(OpenFiles.areListed());
        Path real = directory.toRealPath();
        CrashFileSystem system = CrashFileSystem.over(real);
        for (int nth = 1; nth <= SCRATCH_FILES; nth++) {
            system.fail(Fault.at(nth, Operation.CREATE));
            assertThrows(IOException.class, () -> opening.open(system.root()));
            assertEquals(1, system.failures());
            assertEquals(List.of(), OpenFiles.below(real), "after " + (nth - 1) + " files");
        }
        system.heal();
        try (Closeable opened = opening.open(system.root())) {
            assertEquals(SCRATCH_FILES, OpenFiles.below(real).size(), opened::toString);
        }
        assertEquals(List.of(), OpenFiles.below(real));
    }

    // A fingerprint that is too large to be stored leaves its document out, and no other.

    private static final Scheme WHOLE_SCHEME = Fingerprinter.of(SCHEME).scheme();

    private static final int MOST_BYTES = 30_000;

    /** About five bytes for each. */
    private static final int[] WORDS = {40, 5_000, 12_000, 300, 5_500, 0, 20};

    private static final int TOO_LARGE = 2;

    private static byte[] text(int document) {
        return RandomCorpus.utf8(RandomCorpus.words("d" + document + "w", 0, WORDS[document]));
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
            PostingSpool spool = new PostingSpool(WHOLE_SCHEME.hashing().bits(), 1 << 20, scratch, false);
            FingerprintWorker worker = new FingerprintWorker(
                    MinutiaExtractor.of(WHOLE_SCHEME),
                    spool,
                    small,
                    large,
                    BuildOptions.DEFAULT.storeFingerprints(true),
                    scratch,
                    refused::add);
            worker.most = MOST_BYTES;
            worker.piece = 1_000;
            worker.fingerprint(batch);
            Path file = directory.resolve("segment.whs");
            SegmentCounts counts = new SpooledSegmentWriter(
                            WHOLE_SCHEME, new StoredKinds(false, true), 1 << 22, 1, ParallelTasks::runInTurn, space)
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
        assertEquals(MOST_BYTES, refused.get(0).reason().most());
    }

    /** With room for 4,096 chunks before the minutiae go to a file. */
    private static DocumentMinutiae minutiae(ScratchSpace space) {
        return new DocumentMinutiae(
                WHOLE_SCHEME, 0, Optional.of(() -> new RunBuilder.DocumentScratch(new TempFile(space))));
    }

    private static void assertStored(Segment segment) {
        Fingerprinter fingerprinter = Fingerprinter.of(WHOLE_SCHEME);
        for (int ordinal = 0; ordinal < WORDS.length - 1; ordinal++) {
            String id = segment.documents().id(ordinal);
            int document = Integer.parseInt(id.substring("document ".length()));
            StoredFingerprint stored = segment.fingerprint(ordinal);
            assertArrayEquals(fingerprinter.fingerprint(text(document)).toArray(), stored.minutiae(), id);
            assertEquals(stored.minutiae().length, segment.documents().minutiae(ordinal));
        }
    }

    // A log that another one continues must end with the commit before the first one of the other.
}
