package io.whorl.bulk;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.LimitExceededException;
import io.whorl.LongForm;
import io.whorl.RandomCorpus;
import io.whorl.bulk.TestFiles.BuiltSchemes;
import io.whorl.scheme.Scheme;
import io.whorl.store.IndexFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.lifecycle.AfterTry;
import net.jqwik.api.lifecycle.BeforeTry;

/** Documents that exceed the memory of one thread, compared with builds that have enough memory. */
class LargeDocumentsTest {
    /** With this many threads a document can have about 4,000 minutiae in heap. */
    private static final BuildOptions LITTLE =
            BuildOptions.DEFAULT.memory(BuildOptions.LEAST_MEMORY).threads(64);

    private static final BuildOptions MUCH =
            BuildOptions.DEFAULT.memory(1L << 34).threads(2);

    private Path directory;

    @BeforeTry
    void begin() throws IOException {
        directory = Files.createTempDirectory("large");
    }

    @AfterTry
    void end() throws IOException {
        TestFiles.delete(directory);
    }

    @Property(tries = 8)
    void littleMemoryGivesTheSameBytes(@ForAll BuiltSchemes drawn, @ForAll boolean duplicates, @ForAll long seed)
            throws IOException {
        for (long each : LongForm.seeds(seed, 3)) {
            end();
            begin();
            assertSameBytes(drawn, duplicates, each);
        }
    }

    private void assertSameBytes(BuiltSchemes drawn, boolean duplicates, long seed) throws IOException {
        Random random = new Random(seed);
        Map<String, byte[]> corpus = RandomCorpus.of(seed, 20, 400);
        for (int i = 0; i < 4; i++) {
            byte[] text = text(random, 5_000 + random.nextInt(30_000), 1 + random.nextInt(20_000));
            corpus.put("large " + i, text);
            corpus.put("again " + i, text);
        }
        Duplicates which = duplicates ? Duplicates.KEEP : Duplicates.IGNORE;
        List<RefusedDocument> refused = new ArrayList<>();
        BuildReport little = build("little", drawn.scheme, corpus, LITTLE.duplicates(which), refused);
        BuildReport much = build("much", drawn.scheme, corpus, MUCH.duplicates(which), refused);
        assertArrayEquals(segment("much"), segment("little"));
        assertEquals(much.duplicates(), little.duplicates());
        assertEquals(much.minutiae(), little.minutiae());
        assertEquals(much.words(), little.words());
        assertEquals(much.withoutMinutiae(), little.withoutMinutiae());
        assertEquals(List.of(), refused);
    }

    /** A document that cannot be fingerprinted affects neither other documents nor the build. */
    @Example
    void aDocumentThatCannotBeFingerprintedIsLeftOutAndReported() throws IOException {
        Scheme scheme =
                Scheme.builder().selection("rarest-in-document", Map.of()).build();
        Map<String, byte[]> small = RandomCorpus.of(5, 40, 400);
        Map<String, byte[]> corpus = new TreeMap<>(small);
        corpus.put("large", text(new Random(5), 100_000, 20_000));
        List<RefusedDocument> refused = new ArrayList<>();
        assertEquals(0, build("small", scheme, small, LITTLE, refused).refused());
        assertEquals(List.of(), refused);
        BuildReport report = build("all", scheme, corpus, LITTLE, refused);
        assertEquals(1, report.refused());
        assertEquals(40, report.documents());
        assertEquals(List.of("large"), refused.stream().map(RefusedDocument::id).toList());
        LimitExceededException reason = refused.get(0).reason();
        assertEquals("chunks of one document", reason.limit());
        assertTrue(reason.getMessage().contains("rarest-in-document"), reason.getMessage());
        assertArrayEquals(segment("small"), segment("all"));
    }

    private BuildReport build(
            String name, Scheme scheme, Map<String, byte[]> corpus, BuildOptions options, List<RefusedDocument> refused)
            throws IOException {
        try (IndexBuilder builder = IndexBuilder.create(directory.resolve(name), scheme, options, refused::add)) {
            for (Map.Entry<String, byte[]> document : corpus.entrySet()) {
                builder.add(document.getKey(), document.getValue());
            }
            return builder.finish();
        }
    }

    private byte[] segment(String name) throws IOException {
        Path index = directory.resolve(name);
        return Files.readAllBytes(
                index.resolve(IndexFiles.readManifest(index).segments().get(0).name()));
    }

    private static byte[] text(Random random, int words, int different) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < words; i++) {
            text.append(Integer.toString(random.nextInt(different), 36)).append(' ');
        }
        return RandomCorpus.utf8(text.toString());
    }
}
