package io.whorl.cli;

import io.whorl.align.Passage;
import io.whorl.align.Span;
import io.whorl.cli.PairAlignment.SharingPair;
import io.whorl.cli.PairAlignment.SharingPair.CheckedText;
import io.whorl.corpus.Document;
import io.whorl.passages.FoundPassages.FoundPassage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.commons.io.function.IOFunction;

/**
 * The passages that one text shares with others.
 *
 * @param query the name of the text
 * @param utf8 the text; callers must not change it
 * @param passages in the order of the text; at each place, the best one first
 * @param places leads from places in the text to places in its file
 * @param placesOf the same for the other texts, by id
 */
record QueryPassages(
        String query,
        byte[] utf8,
        List<FoundPassage> passages,
        TextPlaces places,
        IOFunction<String, TextPlaces> placesOf) {
    /** Returns the passages of a text and one other, each with its name. */
    public static QueryPassages ofPair(String query, Document a, String id, Document b, List<Passage> passages) {
        return ofPair(query, a.utf8(), TextPlaces.of(a), id, TextPlaces.of(b), passages);
    }

    public static QueryPassages ofPair(SharingPair pair) {
        CheckedText a = pair.a();
        return ofPair(a.id(), a.utf8(), a.places(), pair.b().id(), pair.b().places(), pair.passages());
    }

    private static QueryPassages ofPair(
            String query, byte[] utf8, TextPlaces places, String id, TextPlaces there, List<Passage> passages) {
        List<FoundPassage> found =
                passages.stream().map(p -> new FoundPassage(id, 1, p)).toList();
        return new QueryPassages(query, utf8, found, places, any -> there);
    }

    /** Returns a passage with its places in the files, if they are known. */
    public Passage original(FoundPassage found) throws IOException {
        Passage passage = found.passage();
        Span there = placesOf.apply(found.id()).original(passage.b());
        return new Passage(places.original(passage.a()), there, passage.kind(), passage.words(), passage.score());
    }

    /** Returns the passages of each other text, those with the most shared words first. */
    public Map<String, List<Passage>> byDocument() {
        Map<String, List<Passage>> all = new TreeMap<>();
        passages.stream()
                .sorted(Comparator.comparingInt(found -> found.passage().a().start()))
                .forEach(found ->
                        all.computeIfAbsent(found.id(), id -> new ArrayList<>()).add(found.passage()));
        Map<String, List<Passage>> ranked = new LinkedHashMap<>();
        all.entrySet().stream()
                .sorted(Comparator.comparingInt(entry -> -SharingPair.sharedWords(entry.getValue())))
                .forEach(entry -> ranked.put(entry.getKey(), entry.getValue()));
        return ranked;
    }

    public static String text(byte[] utf8, Span span) {
        return new String(utf8, span.startByte(), span.bytes(), StandardCharsets.UTF_8);
    }

    /** Returns the number that Passim gives to a document of this id. */
    public static long uidOf(String id) {
        return XxHash64.of(id, XxHash64.SPARK_SEED);
    }

    /**
     * The hash function XXH64. Passim numbers documents by the XXH64 of their ids with the seed 42, as Spark's function
     * {@code xxhash64} computes it.
     */
    static final class XxHash64 {
        static final long SPARK_SEED = 42;

        private static final long PRIME_1 = 0x9E3779B185EBCA87L;
        private static final long PRIME_2 = 0xC2B2AE3D27D4EB4FL;
        private static final long PRIME_3 = 0x165667B19E3779F9L;
        private static final long PRIME_4 = 0x85EBCA77C2B2AE63L;
        private static final long PRIME_5 = 0x27D4EB2F165667C5L;

        private XxHash64() {}

        static long of(String text, long seed) {
            byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
            ByteBuffer in = ByteBuffer.wrap(utf8).order(ByteOrder.LITTLE_ENDIAN);
            long hash = (utf8.length < 4 * Long.BYTES ? seed + PRIME_5 : stripes(in, seed)) + utf8.length;
            while (in.remaining() >= Long.BYTES) {
                hash = Long.rotateLeft(hash ^ round(0, in.getLong()), 27) * PRIME_1 + PRIME_4;
            }
            if (in.remaining() >= Integer.BYTES) {
                hash = Long.rotateLeft(hash ^ ((in.getInt() & 0xffffffffL) * PRIME_1), 23) * PRIME_2 + PRIME_3;
            }
            while (in.hasRemaining()) {
                hash = Long.rotateLeft(hash ^ ((in.get() & 0xff) * PRIME_5), 11) * PRIME_1;
            }
            hash = (hash ^ (hash >>> 33)) * PRIME_2;
            hash = (hash ^ (hash >>> 29)) * PRIME_3;
            return hash ^ (hash >>> 32);
        }

        private static long stripes(ByteBuffer in, long seed) {
            long[] lanes = {seed + PRIME_1 + PRIME_2, seed + PRIME_2, seed, seed - PRIME_1};
            while (in.remaining() >= lanes.length * Long.BYTES) {
                for (int i = 0; i < lanes.length; i++) {
                    lanes[i] = round(lanes[i], in.getLong());
                }
            }
            long hash = Long.rotateLeft(lanes[0], 1)
                    + Long.rotateLeft(lanes[1], 7)
                    + Long.rotateLeft(lanes[2], 12)
                    + Long.rotateLeft(lanes[3], 18);
            for (long lane : lanes) {
                hash = (hash ^ round(0, lane)) * PRIME_1 + PRIME_4;
            }
            return hash;
        }

        private static long round(long lane, long value) {
            return Long.rotateLeft(lane + value * PRIME_2, 31) * PRIME_1;
        }
    }
}
