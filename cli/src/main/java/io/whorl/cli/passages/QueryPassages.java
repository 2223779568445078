package io.whorl.cli.passages;

import io.whorl.align.Passage;
import io.whorl.align.Span;
import io.whorl.corpus.Document;
import io.whorl.passages.FoundPassages.FoundPassage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The passages that one text shares with others.
 *
 * @param query the name of the text
 * @param utf8 the text; callers must not change it
 * @param passages in the order of the text; at each place, the best one first
 * @param places leads from places in the text to places in its file
 * @param placesOf the same for the other texts, by id
 */
public record QueryPassages(
        String query, byte[] utf8, List<FoundPassage> passages, TextPlaces places, PlacesOf placesOf) {
    /** Finds out what is known of the places of documents in their files. */
    public interface PlacesOf {
        TextPlaces of(String id) throws IOException;
    }

    /** Returns the passages of a text and one other, each with its name. */
    public static QueryPassages ofPair(String query, Document a, String id, Document b, List<Passage> passages) {
        return new QueryPassages(
                query,
                a.utf8(),
                passages.stream().map(p -> new FoundPassage(id, 1, p)).toList(),
                TextPlaces.of(a),
                any -> TextPlaces.of(b));
    }

    public static QueryPassages ofPair(SharingPair pair) {
        return new QueryPassages(
                pair.a().id(),
                pair.a().utf8(),
                pair.passages().stream()
                        .map(p -> new FoundPassage(pair.b().id(), 1, p))
                        .toList(),
                pair.a().places(),
                any -> pair.b().places());
    }

    /** Returns a passage with its places in the files, if they are known. */
    public Passage original(FoundPassage found) throws IOException {
        Passage passage = found.passage();
        Span there = placesOf.of(found.id()).original(passage.b());
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
}
