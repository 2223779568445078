package io.whorl.fingerprint;

import io.whorl.chunk.DirectChunks;
import io.whorl.hash.ChunkHash;
import io.whorl.scheme.Scheme;
import io.whorl.text.WordBlock;
import io.whorl.text.WordReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The chunks of words of a document with the positions of their first words, exactly as docs/DEFINITIONS.md states it.
 */
final class SlowChunks {
    /** A chunk, its first word, and the position of that word in its sentence and paragraph, from 1. */
    record Placed(long minutia, String firstWord, int wordInSentence, int sentence, int wordInParagraph) {}

    private record Word(String text, int inSentence, int sentence, int inParagraph) {}

    private SlowChunks() {}

    /** All chunks of any units. */
    static List<DirectChunks.Chunk> all(Scheme scheme, String text) {
        WordReader reader = WordReader.of(scheme.text(), true);
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        reader.open(utf8, 0, utf8.length);
        WordBlock block = new WordBlock();
        DirectChunks direct = new DirectChunks();
        try {
            while (reader.next(block)) {
                direct.add(block);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return direct.chunks(scheme.chunking(), ChunkHash.of(scheme.hashing()));
    }

    static List<Placed> of(Scheme scheme, String text) throws IOException {
        WordReader reader = WordReader.of(scheme.text(), true);
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        reader.open(utf8, 0, utf8.length);
        WordBlock block = new WordBlock();
        DirectChunks direct = new DirectChunks();
        List<Word> words = new ArrayList<>();
        int inSentence = 0;
        int sentence = 0;
        int inParagraph = 0;
        while (reader.next(block)) {
            direct.add(block);
            for (int k = 0; k < block.count; k++) {
                boolean paragraph = (block.breaks[k] & WordBlock.PARAGRAPH) != 0;
                boolean begins = paragraph || (block.breaks[k] & WordBlock.SENTENCE) != 0;
                inSentence = begins ? 1 : inSentence + 1;
                sentence += begins ? 1 : 0;
                inParagraph = paragraph ? 1 : inParagraph + 1;
                int from = block.start(k);
                String word = new String(block.bytes, from, block.end[k] - from, StandardCharsets.UTF_8);
                words.add(new Word(word, inSentence, sentence, inParagraph));
            }
        }
        List<Placed> placed = new ArrayList<>();
        for (DirectChunks.Chunk chunk : direct.chunks(scheme.chunking(), ChunkHash.of(scheme.hashing()))) {
            Word w = words.get(Math.toIntExact(chunk.firstUnit()));
            placed.add(new Placed(chunk.minutia(), w.text, w.inSentence, w.sentence, w.inParagraph));
        }
        return placed;
    }
}
