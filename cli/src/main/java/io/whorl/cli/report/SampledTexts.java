package io.whorl.cli.report;

import io.whorl.fingerprint.Fingerprint;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.fingerprint.Fingerprinter.TracedMinutia;
import io.whorl.scheme.Scheme;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * A random sample of a stream of texts in bounded memory. When the sample is full, it drops half of its texts at
 * random, and accepts half as many of the texts that follow. The same stream gives the same sample. One thread.
 */
public final class SampledTexts {
    /** The bytes that each text takes in addition to its own, so that the number of empty texts is bounded too. */
    static final int OVERHEAD = 32;

    private final Random random = new Random(1);
    private final List<byte[]> texts = new ArrayList<>();
    private final int longest;
    private final long most;
    private long bytes;
    private int halvings;

    /**
     * @param longest the number of bytes that are kept of a text, from its start
     * @param most the number of bytes of the sample, with {@link #OVERHEAD} for each text; at least those of one text
     */
    public SampledTexts(int longest, long most) {
        this.longest = longest;
        this.most = most;
    }

    public void add(byte[] text) {
        if (random.nextLong() >>> 1 > Long.MAX_VALUE >>> halvings) {
            return;
        }
        byte[] kept = text.length <= longest ? text : Arrays.copyOf(text, longest);
        texts.add(kept);
        bytes += size(kept);
        while (bytes > most) {
            halvings++;
            texts.removeIf(t -> random.nextBoolean());
            bytes = texts.stream().mapToLong(SampledTexts::size).sum();
        }
    }

    private static long size(byte[] text) {
        return text.length + (long) OVERHEAD;
    }

    List<byte[]> texts() {
        return texts;
    }

    /**
     * Returns the text of the chunk of each minutia that occurs in the sample. An index stores minutiae, but not their
     * chunks.
     */
    Map<Long, String> chunks(Scheme scheme, Set<Long> minutiae) {
        Fingerprinter fingerprinter = Fingerprinter.of(scheme);
        Map<Long, String> found = new HashMap<>();
        Set<Long> wanted = new HashSet<>(minutiae);
        for (Iterator<byte[]> all = texts.iterator(); all.hasNext() && !wanted.isEmpty(); ) {
            byte[] text = all.next();
            Fingerprint fingerprint = fingerprinter.fingerprint(text);
            // Tracing also returns the text, but is much slower than selecting.
            if (IntStream.range(0, fingerprint.size()).anyMatch(i -> wanted.contains(fingerprint.minutia(i)))) {
                for (TracedMinutia traced : fingerprinter.trace(text)) {
                    if (wanted.remove(traced.minutia())) {
                        found.put(traced.minutia(), traced.text());
                    }
                }
            }
        }
        return found;
    }
}
