package io.whorl.lab.align;

import io.whorl.lab.align.SentenceText.Word;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Runs of equal words in two texts, from left to right in the first text, each as long as possible. */
final class WordRuns {
    private static final int LEAST_WORDS = 8;
    /** Code points of a run, at least. */
    private static final int LEAST_LENGTH = 257;
    /** Places in the second text that are tried. */
    private static final int MOST_PLACES = 16;

    private WordRuns() {}

    static List<Match> find(List<Word> a, List<Word> b) {
        Map<List<String>, List<Integer>> placesOf = new HashMap<>();
        List<String> wordsA = a.stream().map(Word::text).toList();
        List<String> wordsB = b.stream().map(Word::text).toList();
        for (int j = 0; j + LEAST_WORDS <= b.size(); j++) {
            List<Integer> places =
                    placesOf.computeIfAbsent(wordsB.subList(j, j + LEAST_WORDS), any -> new ArrayList<>());
            if (places.size() < MOST_PLACES) {
                places.add(j);
            }
        }
        List<Match> runs = new ArrayList<>();
        for (int i = 0; i + LEAST_WORDS <= a.size(); ) {
            int longest = 0;
            int at = 0;
            for (int j : placesOf.getOrDefault(wordsA.subList(i, i + LEAST_WORDS), List.of())) {
                int length = length(wordsA, i, wordsB, j);
                if (length > longest) {
                    longest = length;
                    at = j;
                }
            }
            if (longest > 0) {
                Match run = new Match(
                        a.get(i).from(),
                        a.get(i + longest - 1).to(),
                        b.get(at).from(),
                        b.get(at + longest - 1).to());
                if (run.aTo() - run.aFrom() >= LEAST_LENGTH) {
                    runs.add(run);
                }
            }
            i += Math.max(1, longest);
        }
        return runs;
    }

    private static int length(List<String> a, int i, List<String> b, int j) {
        int length = 0;
        while (i + length < a.size()
                && j + length < b.size()
                && a.get(i + length).equals(b.get(j + length))) {
            length++;
        }
        return length;
    }
}
