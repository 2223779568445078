package io.whorl.fingerprint;

import io.whorl.chunk.DirectChunk;
import io.whorl.chunk.DirectChunks;
import io.whorl.minutiae.MinutiaExtractor;
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

/** Finds the texts of selected chunks the slow way: the chunks are formed again as the definitions state them. */
final class Tracer {
    private Tracer() {}

    /**
     * Traces a text.
     *
     * @param extractor selected the chunks
     * @param selected with positions
     */
    static List<TracedMinutia> trace(byte[] utf8, MinutiaExtractor extractor, SelectedChunks selected) {
        List<DirectChunk> chunks =
                words(utf8, extractor.scheme().text()).chunks(extractor.chunking(), extractor.hash());
        long[] positions = IntStream.range(0, selected.size())
                .mapToLong(selected::chunk)
                .sorted()
                .toArray();
        Set<Long> seen = new HashSet<>();
        List<TracedMinutia> traced = new ArrayList<>();
        for (long position : positions) {
            DirectChunk chunk = chunks.get(Math.toIntExact(position));
            if (seen.add(chunk.minutia())) {
                traced.add(new TracedMinutia(chunk.minutia(), chunk.firstUnit(), chunk.text()));
            }
        }
        return List.copyOf(traced);
    }

    /** Always reads with structure, so that the words do not come from the fast reader. */
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
