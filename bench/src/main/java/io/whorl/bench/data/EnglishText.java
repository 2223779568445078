package io.whorl.bench.data;

import io.whorl.lab.files.DataFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * ASCII English text of a fixed total size in documents of some thousand words: the Federalist Papers where they are at
 * hand, otherwise sentences of common words drawn by Zipf's law, which behave alike to a tokenizer.
 */
public final class EnglishText {
    /** Bytes of all documents together: 64 MiB, so that a pass comes from memory as a stream of text does. */
    public static final int BYTES = 1 << 26;
    /** Bytes of the first documents that stay in the caches. */
    public static final int CACHED = 1 << 20;

    private static final int GENERATED_BYTES = 13_000;
    private static final String[] WORDS =
            ("the of to and in a be it is that which by as this will not or have for their with government states "
                            + "are on an people from power may constitution would has but all they state been its can other no "
                            + "national must at we if who more so federal any than there his them upon such union one should "
                            + "authority each public same great into either those these only most between members every might "
                            + "powers legislative executive necessary number body against proper under part were within different "
                            + "themselves convention interests confederacy representatives objection circumstances administration "
                            + "experience")
                    .split(" ");

    private EnglishText() {}

    /** @param data a path of the data folder, or {@link DataFolder#AUTO} */
    public static List<byte[]> documents(String data) {
        return DataFolder.file(data, "federalist/docs").map(EnglishText::read).orElseGet(EnglishText::generated);
    }

    private static List<byte[]> read(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            List<byte[]> all = new ArrayList<>();
            for (Path file :
                    files.filter(f -> f.toString().endsWith(".txt")).sorted().toList()) {
                all.add(ascii(Files.readAllBytes(file)));
            }
            return cut(all);
        } catch (IOException e) {
            throw new UncheckedIOException("the text at " + folder + " cannot be read", e);
        }
    }

    static List<byte[]> generated() {
        SplittableRandom random = new SplittableRandom(1);
        List<byte[]> all = new ArrayList<>();
        for (int bytes = 0; bytes < CACHED; bytes += GENERATED_BYTES) {
            StringBuilder text = new StringBuilder(GENERATED_BYTES + 16);
            while (text.length() < GENERATED_BYTES) {
                String word = WORDS[(int) Math.pow(WORDS.length, random.nextDouble()) - 1];
                text.append(word).append(random.nextInt(20) == 0 ? ".\n" : " ");
            }
            all.add(Arrays.copyOf(text.toString().getBytes(StandardCharsets.US_ASCII), GENERATED_BYTES));
        }
        return cut(all);
    }

    /** Text of other encodings would measure a decoder as well. */
    private static byte[] ascii(byte[] text) {
        for (int i = 0; i < text.length; i++) {
            text[i] = text[i] < 0 ? (byte) ' ' : text[i];
        }
        return text;
    }

    /** Documents from the first on until {@link #BYTES}, beginning again if there are too few; the last is cut. */
    private static List<byte[]> cut(List<byte[]> all) {
        List<byte[]> kept = new ArrayList<>();
        int left = BYTES;
        for (int i = 0; left > 0; i = (i + 1) % all.size()) {
            byte[] document = all.get(i);
            // A copy each, for the same array again would come from a cache.
            kept.add(Arrays.copyOf(document, Math.min(document.length, left)));
            left -= kept.get(kept.size() - 1).length;
        }
        return List.copyOf(kept);
    }
}
