package io.whorl.bulk;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.CorruptIndexException;
import io.whorl.RandomCorpus;
import io.whorl.fingerprint.Fingerprint;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.query.IndexCheck;
import io.whorl.scheme.Scheme;
import io.whorl.store.IndexFiles;
import io.whorl.store.Segment;
import io.whorl.store.StoredFingerprint;
import io.whorl.testing.ForgedFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Builds that store fingerprints, compared with fingerprints of the texts. */
class StoredFingerprintBuildTest {
    /** The numbers of sections. */
    private static final int MEAN_LOGS = 11;

    private static final int TEXT_ENDS = 14;
    private static final int FINGERPRINT_ENDS = 17;

    private static final Scheme SCHEME = Scheme.builder().build();
    private static final List<Scheme> SCHEMES = List.of(
            SCHEME,
            Scheme.builder().granularity(1).frequencies(true).bits(64).build(),
            Scheme.builder().granularity(2).selection("min-s", Map.of("s", "9")).build(),
            Scheme.builder()
                    .granularity(1)
                    .selection("mod-by-size", Map.of())
                    .bits(33)
                    .build(),
            Scheme.builder()
                    .granularity(5)
                    .selection("winnowing", Map.of("w", "24"))
                    .build());
    private static final BuildOptions STORING =
            BuildOptions.DEFAULT.memory(16 << 20).replace(true).storeFingerprints(true);

    @TempDir
    Path directory;

    private Path index() {
        return directory.resolve("index");
    }

    private void build(Scheme scheme, BuildOptions options, List<Map.Entry<String, byte[]>> documents)
            throws IOException {
        try (IndexBuilder builder = IndexBuilder.create(index(), scheme, options)) {
            for (Map.Entry<String, byte[]> d : documents) {
                builder.add(d.getKey(), d.getValue());
            }
            builder.finish();
        }
    }

    private Path file() throws IOException {
        return index().resolve(
                        IndexFiles.readManifest(index()).segments().get(0).name());
    }

    private void assertFingerprints(Scheme scheme, Map<String, byte[]> texts) throws IOException {
        Segment segment = Segment.open(file());
        Fingerprinter fingerprinter = Fingerprinter.of(scheme);
        for (long d = 0; d < segment.counts().documents(); d++) {
            String id = segment.documents().id(d);
            Fingerprint expected = fingerprinter.fingerprint(texts.get(id));
            StoredFingerprint stored = segment.fingerprint(d);
            assertArrayEquals(expected.toArray(), stored.minutiae(), id);
            for (int i = 0; i < stored.frequencies().length; i++) {
                assertEquals(expected.frequency(i), stored.frequencies()[i]);
            }
            assertEquals(scheme.frequencies() ? expected.size() : 0, stored.frequencies().length);
        }
        assertEquals(List.of(), IndexCheck.check(index()).problems());
    }

    @Test
    void fingerprintsComeBackAndTheBytesDependOnTheDocumentsAlone() throws IOException {
        Random random = new Random(1);
        for (Scheme scheme : SCHEMES) {
            Map<String, byte[]> corpus = new LinkedHashMap<>(RandomCorpus.of(2, 60, 300));
            corpus.put("empty", new byte[0]);
            corpus.put("short", RandomCorpus.utf8("one"));
            List<Map.Entry<String, byte[]>> documents = new ArrayList<>(corpus.entrySet());
            build(scheme, STORING, documents);
            assertFingerprints(scheme, corpus);
            byte[] expected = Files.readAllBytes(file());
            for (int threads : new int[] {1, 3}) {
                Collections.shuffle(documents, random);
                // One run, and several that are merged.
                long runText = threads == 1 ? Long.MAX_VALUE : 8_000;
                build(scheme, STORING.threads(threads).runText(runText), documents);
                assertArrayEquals(expected, Files.readAllBytes(file()), threads + " threads");
            }
        }
    }

    /** Without the option an index has not one byte more; with it, the sections before are the same. */
    @Test
    void theOtherSectionsAreThoseOfAnIndexWithoutFingerprints() throws IOException {
        for (boolean texts : new boolean[] {false, true}) {
            List<Map.Entry<String, byte[]>> documents =
                    List.copyOf(RandomCorpus.of(3, 40, 200).entrySet());
            BuildOptions plain = STORING.storeFingerprints(false).storeText(texts);
            build(SCHEME, plain, documents);
            byte[] without = Files.readAllBytes(file());
            assertFalse(Segment.open(file()).fingerprints().isStored());
            build(SCHEME, plain.storeFingerprints(true), documents);
            byte[] with = Files.readAllBytes(file());
            Segment segment = Segment.open(file());
            assertEquals(texts, segment.texts().isStored());
            int header = ForgedFiles.SEGMENT_HEADER;
            int last = texts ? TEXT_ENDS : MEAN_LOGS;
            int end = ForgedFiles.offset(without, last) + ForgedFiles.length(without, last);
            assertArrayEquals(
                    java.util.Arrays.copyOfRange(without, header, end),
                    java.util.Arrays.copyOfRange(with, header, end));
            long added = with.length - without.length;
            assertTrue(
                    added >= segment.fingerprints().length()
                            && added < segment.fingerprints().length() + 256,
                    () -> added + " bytes for " + segment.fingerprints().length());
        }
    }

    /** Minutiae that exceed the memory of a document go to a scratch file, and the fingerprint is made in pieces. */
    @Test
    void aLargeDocumentIsStored() throws IOException {
        StringBuilder large = new StringBuilder();
        for (int i = 0; i < 150_000; i++) {
            large.append(Integer.toString(i, 36)).append(i % 3 == 0 ? " x " : " ");
        }
        Map<String, byte[]> corpus = new LinkedHashMap<>(RandomCorpus.of(4, 12, 100));
        corpus.put("large", RandomCorpus.utf8(large.toString()));
        corpus.putAll(RandomCorpus.of(5, 12, 100));
        for (Scheme scheme : SCHEMES.subList(0, 2)) {
            build(scheme, STORING, List.copyOf(corpus.entrySet()));
            assertFingerprints(scheme, corpus);
            byte[] small = Files.readAllBytes(file());
            build(scheme, STORING.memory(256 << 20), List.copyOf(corpus.entrySet()));
            assertArrayEquals(small, Files.readAllBytes(file()));
        }
    }

    @ParameterizedTest
    @EnumSource
    void duplicatesAndShortDocumentsAreTreatedAsWithout(Duplicates duplicates) throws IOException {
        Map<String, byte[]> corpus = RandomCorpus.of(5, 40, 120);
        Map<String, byte[]> firsts = new LinkedHashMap<>(corpus);
        List<Map.Entry<String, byte[]>> documents = new ArrayList<>(corpus.entrySet());
        List<String> ids = new ArrayList<>(corpus.keySet());
        for (int i = 0; i < 10; i++) {
            documents.add(Map.entry(ids.get(i), corpus.get(ids.get(20 + i))));
            documents.add(Map.entry("copy-" + i, corpus.get(ids.get(i))));
            firsts.put("copy-" + i, corpus.get(ids.get(i)));
        }
        byte[] bytes = null;
        for (long runText : new long[] {1_000, Long.MAX_VALUE}) {
            build(
                    SCHEME,
                    STORING.minDocument(20)
                            .runText(runText)
                            .repeatedIds(RepeatedIds.FIRST)
                            .duplicates(duplicates),
                    documents);
            assertFingerprints(SCHEME, firsts);
            bytes = bytes == null ? Files.readAllBytes(file()) : bytes;
            assertArrayEquals(bytes, Files.readAllBytes(file()));
        }
    }

    @Test
    void anIndexWithoutDocumentsStoresFingerprints() throws IOException {
        build(SCHEME, STORING, List.of());
        assertTrue(Segment.open(file()).fingerprints().isStored());
        assertEquals(List.of(), IndexCheck.check(index()).problems());
    }

    /** Bytes of the fingerprints are changed: the fingerprint is refused, and the check names the section. */
    @Test
    void damageIsFoundByTheFingerprintAndByTheCheck() throws IOException {
        build(SCHEME, STORING, List.copyOf(RandomCorpus.of(7, 6, 60).entrySet()));
        Segment segment = Segment.open(file());
        byte[] whole = Files.readAllBytes(file());
        List<StoredFingerprint> expected = new ArrayList<>();
        for (long d = 0; d < segment.counts().documents(); d++) {
            expected.add(segment.fingerprint(d));
        }
        int refused = 0;
        int tested = 0;
        int end = ForgedFiles.offset(whole, FINGERPRINT_ENDS) + ForgedFiles.length(whole, FINGERPRINT_ENDS);
        for (int at = (int) (end - segment.fingerprints().length()); at < end; at += 5) {
            tested++;
            byte[] damaged = whole.clone();
            damaged[at] ^= 0x41;
            Path copy = Files.write(directory.resolve("damaged-" + at), damaged);
            Segment opened = Segment.open(copy);
            assertTrue(
                    io.whorl.store.SegmentCheck.problems(opened).toString().contains("FINGERPRINT_ENDS"), "byte " + at);
            for (int d = 0; d < expected.size(); d++) {
                try {
                    assertEquals(expected.get(d), opened.fingerprint(d));
                } catch (CorruptIndexException e) {
                    refused++;
                }
            }
        }
        assertTrue(refused > tested * 9 / 10, "refused " + refused + " of " + tested);
    }
}
