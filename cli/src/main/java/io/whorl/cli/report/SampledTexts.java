package io.whorl.cli.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Some texts of a stream, evenly from all of it, in a bounded amount of memory: when there are too many, half of them
 * go at random, and of those to come so many fewer are taken. The same for the same stream. One thread.
 */
public final class SampledTexts {
    /** Bytes that a text takes beside its own, so that empty ones are bounded too. */
    public static final int OVERHEAD = 32;

    private final Random random = new Random(1);
    private final List<byte[]> texts = new ArrayList<>();
    private final int longest;
    private final long most;
    private long bytes;
    private int halvings;

    /**
     * @param longest bytes of a text that are kept, from its beginning
     * @param most bytes of all, {@link #OVERHEAD} of each counted; at least what one takes
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

    public List<byte[]> texts() {
        return Collections.unmodifiableList(texts);
    }
}
