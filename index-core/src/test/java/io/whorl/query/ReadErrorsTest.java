package io.whorl.query;

import static io.whorl.testing.Thrown.assertReason;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.CorruptIndexException;
import io.whorl.LongForm;
import io.whorl.RandomCorpus;
import io.whorl.RefusedException;
import io.whorl.SchemeException;
import io.whorl.build.SegmentMerge;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.TestFiles;
import io.whorl.cluster.PairsOptions;
import io.whorl.fingerprint.Schemes;
import io.whorl.measure.Measure;
import io.whorl.query.DamageTest.DamagedIndex;
import io.whorl.scheme.Scheme;
import io.whorl.store.DeadDocuments;
import io.whorl.store.Part.SealedPart;
import io.whorl.store.ScratchSpace;
import io.whorl.store.Segment;
import io.whorl.store.SegmentCheck;
import io.whorl.testing.ForgedFiles;
import io.whorl.write.IndexWriter;
import io.whorl.write.WriterOptions;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Damage, lost mappings and bugs cause different exceptions, each with its cause. */
class ReadErrorsTest {
    /** The numbers of sections. */
    private static final int SCHEME = 0;

    private static final int LISTS = 1;
    private static final Map<String, byte[]> CORPUS = RandomCorpus.of(3, 400, 300);
    private static final int CUTS = LongForm.of(44, 1_000);
    private static final WriterOptions OPTIONS = WriterOptions.DEFAULT;
    private static final QueryOptions ALL = QueryOptions.DEFAULT.top(1_000);

    @TempDir
    static Path folder;

    private static Path whole;
    private static int copies;

    @BeforeAll
    static void build() throws IOException {
        whole = folder.resolve("whole");
        List<String> ids = List.copyOf(CORPUS.keySet());
        try (IndexWriter writer = IndexWriter.create(whole, Schemes.of("granularity=1"), OPTIONS)) {
            for (String id : ids) {
                writer.add(id, CORPUS.get(id));
            }
            writer.commit();
            writer.seal();
            for (int i = 0; i < ids.size(); i += 3) {
                writer.delete(ids.get(i));
            }
            writer.commit();
            writer.seal();
        }
    }

    private static Path copy() throws IOException {
        Path copy = folder.resolve("copy" + copies++);
        TestFiles.copy(whole, copy);
        return copy;
    }

    @Test
    void bugsAreNotReportedAsDamage() throws IOException {
        Segment segment = Segment.open(only(whole, ".whs"));
        for (RuntimeException mistake : List.of(
                new IndexOutOfBoundsException("4 of 3"),
                new IllegalArgumentException("no"),
                new ArithmeticException("too large"),
                new NullPointerException())) {
            assertSame(
                    mistake,
                    assertThrows(
                            RuntimeException.class,
                            () -> segment.reading(() -> {
                                throw mistake;
                            })));
        }
        InternalError other = new InternalError("out of stack guards");
        assertSame(
                other,
                assertThrows(
                        InternalError.class,
                        () -> segment.reading(() -> {
                            throw other;
                        })));
        long beyond = segment.counts().documents();
        assertThrows(
                IndexOutOfBoundsException.class,
                () -> segment.reading(() -> segment.documents().id(beyond)));
        assertThrows(
                IndexOutOfBoundsException.class,
                () -> segment.reading(() -> segment.documents().extraLong(-1)));
    }

    /** An error names the offset in the file, not in a section, even if no method converts the exception. */
    @Test
    void damageNamesTheOffsetInTheFile() throws IOException {
        Path file = only(whole, ".whs");
        Segment segment = Segment.open(file);
        long count = segment.lists().count();
        CorruptIndexException e =
                assertThrows(CorruptIndexException.class, () -> segment.lists().cursor(count));
        assertEquals(file, e.file());
        assertEquals(ForgedFiles.offset(Files.readAllBytes(file), LISTS), e.offset());
    }

    /** An operation that reads an open index. */
    private enum Reading {
        QUERY((snapshot, segment) -> snapshot.query(CORPUS.values().iterator().next(), QueryOptions.DEFAULT)),
        WEIGHTED_QUERY((snapshot, segment) -> snapshot.query(
                CORPUS.values().iterator().next(), QueryOptions.DEFAULT.measure(Measure.WEIGHTED_RESEMBLANCE))),
        DOCUMENT((snapshot, segment) ->
                snapshot.document(CORPUS.keySet().iterator().next())),
        PAIRS((snapshot, segment) -> snapshot.pairs(
                        PairsOptions.DEFAULT.minScore(0.9).top(10).threads(2))
                .toList()),
        CHECKSUMS((snapshot, segment) -> SegmentCheck.requireChecksums(segment, true)),
        MERGE((snapshot, segment) -> new SegmentMerge(
                        List.of(new SealedPart(
                                segment, DeadDocuments.none(segment.counts().documents()))),
                        0,
                        new ScratchSpace(segment.file().getParent()))
                .count());

        private interface Operation {
            void read(Snapshot snapshot, Segment segment) throws IOException;
        }

        private final Operation operation;

        Reading(Operation operation) {
            this.operation = operation;
        }
    }

    /**
     * The JVM reports this differently in interpreted and in compiled code; in compiled code, some instructions after
     * the access. Pairs and merges read each list, so they are compiled after fewer calls than a query.
     */
    @ParameterizedTest
    @EnumSource(Reading.class)
    void fileTruncatedWhileMappedIsNamed(Reading reading) throws IOException {
        boolean readsAll = reading == Reading.PAIRS || reading == Reading.MERGE;
        for (int before : new int[] {0, readsAll ? LongForm.of(12, 300) : 300}) {
            Path copy = copy();
            Segment segment = Segment.open(only(copy, ".whs"));
            try (Snapshot snapshot = Snapshot.open(copy)) {
                for (int i = 0; i < before; i++) {
                    reading.operation.read(Snapshot.open(whole), Segment.open(only(whole, ".whs")));
                }
                cut(segment.file(), 0);
                CorruptIndexException e =
                        assertThrows(CorruptIndexException.class, () -> reading.operation.read(snapshot, segment));
                assertEquals(segment.file(), e.file());
                // Without a cause, the missing end mark was seen before the JVM reported the access. A reader of the
                // deleted documents, around that of the segment, may have taken the late error of the JVM for its own.
                Throwable cause = e.getCause() instanceof CorruptIndexException inner ? inner.getCause() : e.getCause();
                assertTrue(cause == null || cause instanceof InternalError, () -> "" + e.getCause());
                assertTrue(e.reason().contains("truncated to 0 bytes"), e.reason());
            }
        }
    }

    @Test
    void exceptionsKeepTheirCauses(@TempDir Path directory) throws IOException {
        Path index = directory.resolve("index");
        RandomCorpus.index(index, Scheme.builder().build(), RandomCorpus.of(7, 5, 30), BuildOptions.DEFAULT);
        DamagedIndex damaged = new DamagedIndex(index, directory, CORPUS, Measure.RESEMBLANCE);
        String json = damaged.json();
        Path scheme =
                damaged.copy(DamagedIndex.manifest(json.replace("\\\"bits\\\":40", "\\\"bits\\\":4")), damaged.segment);
        assertCause(SchemeException.class, scheme);
        Path missing = damaged.copy(damaged.manifest, damaged.segment);
        Files.delete(missing.resolve(DamagedIndex.SEGMENT));
        assertCause(NoSuchFileException.class, missing);
        assertInstanceOf(
                NoSuchFileException.class,
                assertReason(
                                RefusedException.Reason.NOT_AN_INDEX,
                                () -> Snapshot.open(directory.resolve("nothing here")))
                        .getCause());
        byte[] forged = damaged.segment.clone();
        forged[ForgedFiles.offset(forged, SCHEME)] = '[';
        Path other = damaged.copy(damaged.manifest, ForgedFiles.segment(forged));
        assertCause(SchemeException.class, other);
    }

    private static void assertCause(Class<? extends Exception> cause, Path index) {
        assertInstanceOf(
                cause,
                assertThrows(CorruptIndexException.class, () -> Snapshot.open(index))
                        .getCause());
    }

    // Another program cuts a file while it is mapped. The rest of the page of the cut then reads as zeros: deleted
    // documents would be live, and minutiae unknown. Later pages cause an error of the JVM.

    private static Path only(Path index, String ending) throws IOException {
        List<Path> found = TestFiles.files(index, ".*" + ending);
        assertEquals(1, found.size());
        return found.get(0);
    }

    private static void cut(Path only, long length) throws IOException {
        try (FileChannel channel = FileChannel.open(only, StandardOpenOption.WRITE)) {
            channel.truncate(length);
        }
    }

    private static List<Object> answers(Snapshot snapshot) {
        List<Object> answers = new ArrayList<>();
        CORPUS.keySet().stream().limit(4).forEach(id -> answers.add(snapshot.document(id)));
        CORPUS.values().stream().limit(2).forEach(text -> answers.add(snapshot.query(text, ALL)));
        return answers;
    }

    /** Each call fails, also one that would not read the bytes that are gone. */
    @ParameterizedTest
    @ValueSource(strings = {".del", ".whs"})
    void everyCutIsReportedAndNamesTheFile(String ending) throws IOException {
        List<Object> right;
        try (Snapshot snapshot = Snapshot.open(whole)) {
            right = answers(snapshot);
        }
        long length = Files.size(only(whole, ending));
        for (int i = 0; i < CUTS; i++) {
            Path copy = copy();
            Path only = only(copy, ending);
            long to = length * i / CUTS;
            try (Snapshot snapshot = Snapshot.open(copy)) {
                if (i % 2 == 0) {
                    assertEquals(right, answers(snapshot));
                }
                cut(only, to);
                String first = CORPUS.keySet().iterator().next();
                CorruptIndexException e = assertThrows(
                        CorruptIndexException.class, () -> snapshot.document(first), "a document, cut to " + to);
                assertEquals(only, e.file());
                assertTrue(e.reason().contains("truncated to " + to + " bytes"), e.reason());
                for (Executable call : List.<Executable>of(
                        () -> snapshot.query(CORPUS.get(first), ALL),
                        () -> snapshot.query(new byte[] {'x'}, ALL),
                        snapshot::stats)) {
                    assertEquals(
                            only,
                            assertThrows(CorruptIndexException.class, call, "cut to " + to)
                                    .file());
                }
            }
        }
    }

    /** Otherwise the writer would write the zeros into the next only, and the documents would be back for good. */
    @Test
    void aWriterDoesNotCopyACutSetOfDeadDocuments() throws IOException {
        long length = Files.size(only(whole, ".del"));
        for (int i = 0; i < CUTS; i += 4) {
            Path copy = copy();
            Path only = only(copy, ".del");
            IndexWriter writer = IndexWriter.open(copy, OPTIONS);
            cut(only, length * i / CUTS);
            CorruptIndexException e = assertThrows(CorruptIndexException.class, () -> {
                writer.delete(List.copyOf(CORPUS.keySet()).get(1));
                writer.commit();
                writer.seal();
            });
            assertEquals(only, e.file());
            try {
                writer.close();
            } catch (CorruptIndexException again) {
                assertEquals(only, again.file());
            }
        }
    }
}
