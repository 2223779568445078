package io.whorl.passages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.align.Passage;
import io.whorl.align.Passage.Kind;
import io.whorl.align.Span;
import io.whorl.passages.FoundPassages.FoundPassage;
import io.whorl.passages.PassageFinder.Places.Candidate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlacesTest {
    private static Candidate candidate(int document, int start, int end, int bStart, int words) {
        Passage passage = new Passage(
                new Span(start, end, start, end), new Span(bStart, bStart + 100, 0, 0), Kind.VERBATIM, words, 1);
        return new Candidate(new FoundPassage("d" + document, 1, passage), document);
    }

    private static List<String> ranked(Candidate... candidates) {
        return PassageFinder.Places.ranked(new ArrayList<>(List.of(candidates))).stream()
                .map(f -> f.rank() + " " + f.id() + " " + f.passage().a().start())
                .toList();
    }

    @Test
    void placesComeInTheOrderOfTheQueryWithTheBestPassageFirst() {
        assertEquals(
                List.of("1 d2 0", "2 d1 10", "1 d3 5000"),
                ranked(candidate(3, 5_000, 5_300, 0, 90), candidate(1, 10, 300, 0, 40), candidate(2, 0, 310, 0, 50)));
    }

    @Test
    void aPassageOfWhichLessThanHalfIsCoveredHasItsOwnPlace() {
        assertEquals(List.of("1 d1 0", "1 d2 151"), ranked(candidate(1, 0, 300, 0, 50), candidate(2, 151, 451, 0, 40)));
        assertEquals(List.of("1 d1 0", "2 d2 150"), ranked(candidate(1, 0, 300, 0, 50), candidate(2, 150, 450, 0, 40)));
    }

    @Test
    void equalPassagesAreOrderedByTheOverlapOfTheirDocuments() {
        assertEquals(
                List.of("1 d1 0", "2 d2 0", "3 d2 0"),
                ranked(candidate(2, 0, 200, 500, 30), candidate(2, 0, 200, 0, 30), candidate(1, 0, 200, 0, 30)));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3, 40, 400})
    void placesAreThoseOfAComparisonOfAllPairs(int count) {
        for (int seed = 0; seed < 20; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            List<Candidate> candidates = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                int start = random.nextInt(3_000);
                int length = 1 + random.nextInt(random.nextBoolean() ? 2_000 : 100);
                candidates.add(
                        candidate(random.nextInt(5), start, start + length, random.nextInt(4), random.nextInt(1, 20)));
            }
            List<FoundPassage> expected = slow(new ArrayList<>(candidates));
            assertEquals(expected, PassageFinder.Places.ranked(candidates));
            assertEquals(count, expected.size());
            assertTrue(count == 0 || expected.get(0).rank() == 1);
        }
    }

    private static List<FoundPassage> slow(List<Candidate> candidates) {
        candidates.sort(
                Comparator.comparingInt((Candidate c) -> -c.found().passage().words())
                        .thenComparingInt(Candidate::document)
                        .thenComparingInt(c -> c.span().start())
                        .thenComparingInt(c -> c.found().passage().b().start()));
        List<List<FoundPassage>> places = new ArrayList<>();
        for (Candidate c : candidates) {
            List<FoundPassage> place = places.stream()
                    .filter(p -> 2 * p.get(0).passage().a().overlap(c.span())
                            >= c.span().length())
                    .findFirst()
                    .orElseGet(ArrayList::new);
            if (place.isEmpty()) {
                places.add(place);
            }
            place.add(
                    new FoundPassage(c.found().id(), place.size() + 1, c.found().passage()));
        }
        places.sort(Comparator.comparingInt(
                        (List<FoundPassage> p) -> p.get(0).passage().a().start())
                .thenComparing(p -> p.get(0).id())
                .thenComparingInt(p -> p.get(0).passage().b().start())
                .thenComparingInt(p -> p.get(0).passage().a().end()));
        return places.stream().flatMap(List::stream).toList();
    }
}
