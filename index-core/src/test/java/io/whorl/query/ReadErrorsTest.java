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
import io.whorl.cluster.PairsOptions;
import io.whorl.measure.Measure;
import io.whorl.query.DamageTest.DamagedIndex;
import io.whorl.scheme.Scheme;
import io.whorl.store.DeadDocuments;
import io.whorl.store.ScratchSpace;
import io.whorl.store.Segment;
import io.whorl.store.SegmentCheck;
import io.whorl.testing.ForgedFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Damage, lost mappings and bugs cause different exceptions, each with its cause. */
class ReadErrorsTest {
    /** Offsets in the header of the offsets of SCHEME and LISTS. */
    private static final int DIRECTORY = 256;

    private static final int DIRECTORY_LISTS = DIRECTORY + 20;
    private static final Map<String, byte[]> CORPUS = RandomCorpus.of(7, 400, 300);

    /** The files of an index of the corpus. */
    private static byte[] manifest;

    private static byte[] segment;

    @TempDir
    Path directory;

    private Path index;
    private Path file;

    @BeforeAll
    static void build(@TempDir Path directory) throws IOException {
        Path index = directory.resolve("index");
        RandomCorpus.index(index, Scheme.builder().build(), CORPUS, BuildOptions.DEFAULT);
        manifest = Files.readAllBytes(index.resolve("MANIFEST"));
        segment = Files.readAllBytes(index.resolve(DamagedIndex.SEGMENT));
    }

    @BeforeEach
    void copy() throws IOException {
        index = Files.createDirectory(directory.resolve("index"));
        Files.write(index.resolve("MANIFEST"), manifest);
        file = Files.write(index.resolve(DamagedIndex.SEGMENT), segment);
    }

    @Test
    void bugsAreNotReportedAsDamage() throws IOException {
        Segment segment = Segment.open(file);
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
        Segment segment = Segment.open(file);
        long length = segment.lists().length();
        CorruptIndexException e =
                assertThrows(CorruptIndexException.class, () -> segment.lists().cursor(length + 1));
        assertEquals(file, e.file());
        assertEquals(number(DIRECTORY_LISTS) + length, e.offset());
    }

    /** Reads a number of the header of the segment. */
    private long number(int at) throws IOException {
        return ByteBuffer.wrap(Files.readAllBytes(file))
                .order(ByteOrder.LITTLE_ENDIAN)
                .getLong(at);
    }

    /** An operation that reads an open index. */
    private enum Reading {
        QUERY {
            @Override
            void read(Snapshot snapshot, Segment segment) {
                snapshot.query(CORPUS.values().iterator().next(), QueryOptions.DEFAULT);
            }
        },
        WEIGHTED_QUERY {
            @Override
            void read(Snapshot snapshot, Segment segment) {
                snapshot.query(
                        CORPUS.values().iterator().next(), QueryOptions.DEFAULT.measure(Measure.WEIGHTED_RESEMBLANCE));
            }
        },
        DOCUMENT {
            @Override
            void read(Snapshot snapshot, Segment segment) {
                snapshot.document(CORPUS.keySet().iterator().next());
            }
        },
        PAIRS {
            @Override
            void read(Snapshot snapshot, Segment segment) {
                snapshot.pairs(PairsOptions.DEFAULT.minScore(0.9).top(10).threads(2))
                        .toList();
            }
        },
        CHECKSUMS {
            @Override
            void read(Snapshot snapshot, Segment segment) throws IOException {
                SegmentCheck.requireChecksums(segment, true);
            }
        },
        MERGE {
            @Override
            void read(Snapshot snapshot, Segment segment) throws IOException {
                DeadDocuments none = DeadDocuments.none(segment.counts().documents());
                new SegmentMerge(
                                List.of(new SegmentMerge.Input(segment, none)),
                                0,
                                new ScratchSpace(segment.file().getParent()))
                        .count();
            }
        };

        abstract void read(Snapshot snapshot, Segment segment) throws IOException;
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
            Path copy = Files.createDirectory(directory.resolve("copy" + before));
            for (String name : List.of("MANIFEST", DamagedIndex.SEGMENT)) {
                Files.copy(index.resolve(name), copy.resolve(name));
            }
            Segment segment = Segment.open(copy.resolve(DamagedIndex.SEGMENT));
            try (Snapshot snapshot = Snapshot.open(copy)) {
                for (int i = 0; i < before; i++) {
                    reading.read(Snapshot.open(index), Segment.open(file));
                }
                try (FileChannel channel = FileChannel.open(segment.file(), StandardOpenOption.WRITE)) {
                    channel.truncate(0);
                }
                CorruptIndexException e =
                        assertThrows(CorruptIndexException.class, () -> reading.read(snapshot, segment));
                assertEquals(segment.file(), e.file());
                // Without a cause, the missing end mark was seen before the JVM reported the access.
                assertTrue(e.getCause() == null || e.getCause() instanceof InternalError, () -> "" + e.getCause());
                assertTrue(e.reason().contains("truncated to 0 bytes"), e.reason());
            }
        }
    }

    @Test
    void exceptionsKeepTheirCauses() throws IOException {
        DamagedIndex damaged = new DamagedIndex(index, directory, CORPUS, Measure.RESEMBLANCE);
        String json = damaged.json();
        Path scheme =
                damaged.copy(DamagedIndex.manifest(json.replace("\\\"bits\\\":40", "\\\"bits\\\":4")), damaged.segment);
        assertInstanceOf(
                SchemeException.class,
                assertThrows(CorruptIndexException.class, () -> Snapshot.open(scheme))
                        .getCause());
        Path missing = damaged.copy(damaged.manifest, damaged.segment);
        Files.delete(missing.resolve(DamagedIndex.SEGMENT));
        assertInstanceOf(
                NoSuchFileException.class,
                assertThrows(CorruptIndexException.class, () -> Snapshot.open(missing))
                        .getCause());
        assertInstanceOf(
                NoSuchFileException.class,
                assertReason(
                                RefusedException.Reason.NOT_AN_INDEX,
                                () -> Snapshot.open(directory.resolve("nothing here")))
                        .getCause());
        byte[] forged = damaged.segment.clone();
        forged[(int) number(DIRECTORY)] = '[';
        Path other = damaged.copy(damaged.manifest, ForgedFiles.segment(forged));
        assertInstanceOf(
                SchemeException.class,
                assertThrows(CorruptIndexException.class, () -> Snapshot.open(other))
                        .getCause());
    }
}
