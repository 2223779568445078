package io.whorl.fingerprint;

import io.whorl.chunk.DirectChunk;
import io.whorl.chunk.DirectChunks;
import io.whorl.hash.ChunkHash;
import io.whorl.scheme.Chunking;
import io.whorl.scheme.TextRules;
import io.whorl.select.SelectedChunks;
import io.whorl.text.WordBlock;
import io.whorl.text.WordReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** The slow, obvious path: which chunks are selected is known, what they are is worked out from the definitions. */
final class Tracer {
    private Tracer() {}

    static List<TracedMinutia> trace(
            byte[] utf8, TextRules rules, Chunking chunking, ChunkHash hash, SelectedChunks selected) {
        List<DirectChunk> chunks = words(utf8, rules).chunks(chunking, hash);
        long[] places = IntStream.range(0, selected.size())
                .mapToLong(selected::chunk)
                .sorted()
                .toArray();
        Set<Long> met = new HashSet<>();
        List<TracedMinutia> traced = new ArrayList<>();
        for (long place : places) {
            DirectChunk chunk = chunks.get(Math.toIntExact(place));
            if (met.add(chunk.minutia())) {
                traced.add(new TracedMinutia(chunk.minutia(), chunk.firstUnit(), chunk.text()));
            }
        }
        return List.copyOf(traced);
    }

    /** Reads with structure, whether it is needed or not: so the words come another way than on the fast path. */
    private static DirectChunks words(byte[] utf8, TextRules rules) {
        WordReader reader = WordReader.of(rules, true);
        reader.open(utf8, 0, utf8.length);
        DirectChunks words = new DirectChunks();
        WordBlock block = new WordBlock();
        try {
            while (reader.next(block)) {
                words.add(block);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("reading text held in memory failed", e);
        }
        return words;
    }
}
