package io.whorl.chunk;

import io.whorl.hash.ChunkHash;
import io.whorl.scheme.Chunking;
import io.whorl.scheme.Chunking.Order;
import io.whorl.scheme.Chunking.Unit;
import io.whorl.text.WordBlock;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Forms chunks exactly as docs/DEFINITIONS.md states it, with strings and lists and the whole document in memory.
 * Checks {@link Chunker}, which must give the same minutiae in the same order. Not thread-safe.
 */
public final class DirectChunks {
    /**
     * A chunk with its text.
     *
     * @param minutia W bits
     * @param firstUnit the index of its first unit in the document, from 0
     * @param text its units in canonical form, joined by one space; characters are joined by nothing
     */
    public record Chunk(long minutia, long firstUnit, String text) {}

    private record Word(String text, boolean beginsSentence, boolean beginsParagraph) {}

    private final List<Word> words = new ArrayList<>();

    /** Adds the next words of the document. Their breaks must be filled if the unit is sentence or paragraph. */
    public void add(WordBlock block) {
        for (int k = 0; k < block.count; k++) {
            int from = block.start(k);
            String text = new String(block.bytes, from, block.end[k] - from, StandardCharsets.UTF_8);
            boolean paragraph = (block.breaks[k] & WordBlock.PARAGRAPH) != 0;
            boolean sentence = (block.breaks[k] & WordBlock.SENTENCE) != 0;
            words.add(new Word(text, sentence || paragraph, paragraph));
        }
    }

    /** The chunks of the words added so far, in text order. */
    public List<Chunk> chunks(Chunking chunking, ChunkHash hash) {
        List<String> units = units(chunking.unit());
        List<Chunk> chunks = new ArrayList<>();
        int first = 0;
        while (first < units.size()) {
            int end = end(units, first, chunking, hash);
            if (end <= units.size()) {
                List<String> chunk = units.subList(first, end);
                String text = String.join(chunking.unit() == Unit.CHAR ? "" : " ", chunk);
                chunks.add(new Chunk(minutia(chunk, chunking.order(), hash), first, text));
            }
            first = chunking.breakpoints().isPresent() ? end : first + chunking.step();
        }
        return chunks;
    }

    private List<String> units(Unit unit) {
        return switch (unit) {
            case WORD -> words.stream().map(Word::text).toList();
            case SENTENCE -> passages(false);
            case PARAGRAPH -> passages(true);
            case CHAR ->
                String.join(" ", words.stream().map(Word::text).toList())
                        .codePoints()
                        .mapToObj(Character::toString)
                        .toList();
        };
    }

    private List<String> passages(boolean paragraphs) {
        List<String> passages = new ArrayList<>();
        for (Word word : words) {
            boolean begins = paragraphs ? word.beginsParagraph : word.beginsSentence;
            if (begins || passages.isEmpty()) {
                passages.add(word.text);
            } else {
                int last = passages.size() - 1;
                passages.set(last, passages.get(last) + " " + word.text);
            }
        }
        return passages;
    }

    /** The end of the chunk that begins at this unit; beyond the last unit if there is no such chunk. */
    private static int end(List<String> units, int first, Chunking chunking, ChunkHash hash) {
        if (chunking.breakpoints().isPresent()) {
            int end = first + 1;
            while (end < units.size()
                    && !isBreakpoint(units.get(end - 1), chunking.breakpoints().getAsInt(), hash)) {
                end++;
            }
            return end;
        }
        int end = first + chunking.granularity();
        // A document shorter than a chunk is one chunk.
        return first == 0 || chunking.keepsShortTail() ? Math.min(end, units.size()) : end;
    }

    private static boolean isBreakpoint(String unit, int modulus, ChunkHash hash) {
        return Long.remainderUnsigned(minutia(List.of(unit), Order.SEQUENCE, hash), modulus) == 0;
    }

    private static long minutia(List<String> units, Order order, ChunkHash hash) {
        List<byte[]> encoded = new ArrayList<>();
        for (String unit : units) {
            encoded.add(unit.getBytes(StandardCharsets.UTF_8));
        }
        if (order == Order.BAG) {
            encoded.sort(Arrays::compareUnsigned);
        }
        long state = hash.start();
        for (int i = 0; i < encoded.size(); i++) {
            state = i == 0 ? state : hash.absorb(state, new byte[] {' '}, 0, 1);
            state = hash.absorb(state, encoded.get(i), 0, encoded.get(i).length);
        }
        return hash.finish(state);
    }
}
