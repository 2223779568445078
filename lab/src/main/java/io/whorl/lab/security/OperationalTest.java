package io.whorl.lab.security;

import io.whorl.fingerprint.ChunkMatch;
import io.whorl.fingerprint.ChunkMatches;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.hash.SplitMix64;
import io.whorl.lab.security.Evidence.Range;
import io.whorl.scheme.Chunking.Unit;
import io.whorl.scheme.Scheme;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.TreeMap;

/**
 * An ordinary operational test with the decision match_ratio (COPS 3.1), for one registered document. The text rules of
 * its scheme are the default ones, so its words are those of {@link EditedText}. One thread at a time.
 */
final class OperationalTest {
    private final Fingerprinter fingerprinter;
    private final byte[] registered;
    private final int sample;
    private final long sampleSeed;

    /**
     * @param scheme of words or sentences
     * @param sample the number of chunks of the text that are tested (COPS 6), if all overlapping chunks are kept; 0
     *     for all
     */
    OperationalTest(Scheme scheme, int sample, long sampleSeed, byte[] registered) {
        fingerprinter = Fingerprinter.of(scheme);
        this.registered = registered;
        this.sample = sample;
        this.sampleSeed = sampleSeed;
    }

    /** What the test finds in a text. */
    Evidence of(byte[] text) {
        ChunkMatches matches = fingerprinter.locate(text, registered);
        // A chunk of the text that the document has several times matches once.
        TreeMap<Integer, ChunkMatch> byStart = new TreeMap<>();
        matches.stream().forEach(match -> byStart.put(match.start(), match));
        List<Range> ranges = new ArrayList<>();
        if (fingerprinter.scheme().chunking().unit() == Unit.SENTENCE) {
            int[] sentences = EditedText.sentences(text);
            byStart.values().forEach(m -> ranges.add(new Range(sentences[m.start()], sentences[m.start() + m.size()])));
        } else {
            byStart.values().forEach(m -> ranges.add(new Range(m.start(), m.start() + m.size())));
        }
        if (sample == 0 || sample >= matches.size()) {
            return new Evidence(matches.size(), ranges);
        }
        BitSet drawn = sample(matches.size());
        ranges.removeIf(range -> !drawn.get(range.from()));
        return new Evidence(sample, ranges);
    }

    /** Draws chunks without replacement, by their places (RANDOM-SELECT, COPS 6). */
    private BitSet sample(int chunks) {
        SplitMix64 random = new SplitMix64(sampleSeed);
        BitSet drawn = new BitSet(chunks);
        int left = sample;
        for (int i = 0; i < chunks && left > 0; i++) {
            if (random.next(chunks - i) < left) {
                drawn.set(i);
                left--;
            }
        }
        return drawn;
    }
}
