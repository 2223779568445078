package io.whorl.bench;

import io.whorl.lab.DataFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * ASCII English text with a fixed total size in documents of some thousand words: the Federalist Papers if available,
 * otherwise sentences of words drawn by Zipf's law, which are equivalent for a tokenizer.
 */
public final class EnglishText {
    /** The total size: 64 MiB, so that a pass reads from memory, like a stream of text. */
    public static final int BYTES = 1 << 26;
    /** The size of a part that fits in the caches. */
    public static final int CACHED = 1 << 20;

    private static final int GENERATED_BYTES = 13_000;

    private EnglishText() {}

    /**
     * Returns the documents.
     *
     * @param data the path of the data folder, or {@link DataFolder#AUTO}
     * @param bytes the total size, 1 to {@link #BYTES}
     */
    public static List<byte[]> documents(String data, int bytes) throws IOException {
        Optional<Path> folder = DataFolder.file(data, "federalist/docs");
        return cut(folder.isPresent() ? read(folder.get()) : generated(), bytes);
    }

    private static List<byte[]> read(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            List<byte[]> all = new ArrayList<>();
            for (Path file :
                    files.filter(f -> f.toString().endsWith(".txt")).sorted().toList()) {
                all.add(ascii(Files.readAllBytes(file)));
            }
            return all;
        }
    }

    static List<byte[]> generated() {
        int documents = CACHED / GENERATED_BYTES + 1;
        SyntheticDump dump = new SyntheticDump(1, documents, GENERATED_BYTES);
        return LongStream.range(0, documents).mapToObj(dump::text).toList();
    }

    /** Replaces other characters, so that decoding is not part of the measurement. */
    private static byte[] ascii(byte[] text) {
        for (int i = 0; i < text.length; i++) {
            text[i] = text[i] < 0 ? (byte) ' ' : text[i];
        }
        return text;
    }

    /** Repeats the documents until they have so many bytes; the last one is cut. */
    private static List<byte[]> cut(List<byte[]> all, int bytes) {
        List<byte[]> kept = new ArrayList<>();
        int left = bytes;
        for (int i = 0; left > 0; i = (i + 1) % all.size()) {
            byte[] document = all.get(i);
            // Copies, because a repeated array would be read from a cache.
            kept.add(Arrays.copyOf(document, Math.min(document.length, left)));
            left -= kept.get(kept.size() - 1).length;
        }
        return List.copyOf(kept);
    }
}
