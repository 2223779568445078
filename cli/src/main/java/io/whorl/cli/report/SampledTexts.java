package io.whorl.cli.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * A random sample of a stream of texts in bounded memory. When the sample is full, it drops half of its texts at
 * random, and accepts half as many of the texts that follow. The same stream gives the same sample. One thread.
 */
public final class SampledTexts {
    /** The bytes that each text takes in addition to its own, so that the number of empty texts is bounded too. */
    public static final int OVERHEAD = 32;

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

    public List<byte[]> texts() {
        return Collections.unmodifiableList(texts);
    }
}
