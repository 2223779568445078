package io.whorl.cli.passages;

import io.whorl.align.Passage;
import io.whorl.align.Span;
import io.whorl.corpus.Document;
import io.whorl.corpus.format.TextMap;
import io.whorl.passages.FoundPassage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The passages that one text shares with others.
 *
 * @param query the name of the text
 * @param utf8 the text; callers must not change it
 * @param passages in the order of the text; at each place, the best one first
 * @param map leads from the text to its file; empty if places are known in the text only
 * @param maps the same for the other texts, by id
 */
public record QueryPassages(String query, byte[] utf8, List<FoundPassage> passages, Optional<TextMap> map, Maps maps) {
    /** Leads from the texts of documents to their files. */
    public interface Maps {
        /** Returns the map of a document; empty if places are known in the text only. */
        Optional<TextMap> of(String id) throws IOException;
    }

    /** Returns the passages of a text and one other, each with its name. */
    public static QueryPassages ofPair(String query, Document a, String id, Document b, List<Passage> passages) {
        return new QueryPassages(
                query,
                a.utf8(),
                passages.stream().map(p -> new FoundPassage(id, 1, p)).toList(),
                a.map(),
                any -> b.map());
    }

    /** Returns the passages of a pair of a report. */
    public static QueryPassages ofPair(SharingPair pair) {
        return new QueryPassages(
                pair.a().id(),
                pair.a().utf8(),
                pair.passages().stream()
                        .map(p -> new FoundPassage(pair.b().id(), 1, p))
                        .toList(),
                pair.a().map(),
                any -> pair.b().map());
    }

    /** Returns a passage with its places in the files, if they are known. */
    public Passage original(FoundPassage found) throws IOException {
        return OriginalPlaces.of(found.passage(), map, maps.of(found.id()));
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

    /** Returns the words of a part of a text. */
    public static String text(byte[] utf8, Span span) {
        return new String(utf8, span.startByte(), span.bytes(), StandardCharsets.UTF_8);
    }
}
