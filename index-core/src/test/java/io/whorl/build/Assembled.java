package io.whorl.build;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import io.whorl.RandomCorpus;
import io.whorl.fingerprint.Fingerprint;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.live.LoggedDocument;
import io.whorl.minutiae.MinutiaExtractor;
import io.whorl.scheme.Scheme;
import io.whorl.score.DocumentExtras;
import io.whorl.select.SelectedChunks;
import io.whorl.store.SegmentCounts;
import io.whorl.store.StoredFingerprint;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** A document for an assembler: from a text, or with random minutiae that crowd tables. */
public record Assembled(byte[] id, long words, byte[] extra, long[] minutiae, int[] frequencies) {
    /** The documents of a corpus, by id in no particular order. */
    public static Map<String, Assembled> of(Scheme scheme, Map<String, byte[]> corpus) {
        Fingerprinter fingerprinter = Fingerprinter.of(scheme);
        MinutiaExtractor extractor = MinutiaExtractor.of(scheme);
        DocumentExtras extras = DocumentExtras.of(fingerprinter.scheme());
        SelectedChunks selected = new SelectedChunks(false);
        Map<String, Assembled> documents = new TreeMap<>();
        corpus.forEach((id, text) -> {
            Fingerprint f = fingerprinter.fingerprint(text);
            int[] frequencies = new int[scheme.frequencies() ? f.size() : 0];
            Arrays.setAll(frequencies, f::frequency);
            long words = extractor.extract(text, 0, text.length, selected).words();
            // As a writer computes it, from counted minutiae; a build computes it from repetitions.
            byte[] extra = extras.of(f.toArray(), frequencies, f.size(), words);
            assertArrayEquals(extras.of(selected.array(), selected.size(), words), extra);
            documents.put(id, new Assembled(RandomCorpus.utf8(id), words, extra, f.toArray(), frequencies));
        });
        return documents;
    }

    /** A document with random minutiae from a pool. */
    public static Assembled drawn(String id, long[] pool, int most, Random random) {
        long[] minutiae = random.ints(random.nextInt(most + 1), 0, pool.length)
                .distinct()
                .mapToLong(i -> pool[i])
                .toArray();
        int[] frequencies =
                random.ints(minutiae.length, 0, 6).map(i -> Math.max(1, i - 3)).toArray();
        byte[] extra = new byte[random.nextInt(4)];
        random.nextBytes(extra);
        return new Assembled(RandomCorpus.utf8(id), random.nextInt(1_000), extra, minutiae, frequencies);
    }

    /** Its contents with another id. */
    Assembled as(byte[] other) {
        return new Assembled(other, words, extra, minutiae, frequencies);
    }

    /** The same with other minutiae, whose frequencies are repetitions. */
    Assembled with(long[] others) {
        return new Assembled(id, words, extra, others, new int[0]);
    }

    public int addTo(SegmentAssembler assembler) throws IOException {
        return assembler.append(logged(), StoredFingerprint.NONE, true);
    }

    public LoggedDocument logged() {
        return new LoggedDocument(id, words, extra, minutiae, frequencies, minutiae.length);
    }

    public static SegmentCounts write(SegmentAssembler assembler, Path file) throws IOException {
        return assembler.write(file, true);
    }
}
