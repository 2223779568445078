package io.whorl.align;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.whorl.align.VerbatimRuns.Run;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Each step of alignment against a slow form that follows its definition. */
class SlowAlignmentTest {
    private static final int DISTANCE = 3;
    private static final int MOST_OCCURRENCES = 2;

    @Property(tries = 200)
    void seedsAreAllClosePairsOfStems(@ForAll @IntRange(max = 1_000_000) int seed) {
        Pair pair = pair(seed);
        int[] a = pair.a.stem();
        int[] b = pair.b.stem();
        List<Long> expected = new ArrayList<>();
        for (int i = 0; i < a.length; i++) {
            for (int d = 1; d <= DISTANCE && i + d < a.length; d++) {
                List<Long> points = new ArrayList<>();
                for (int j = 0; j < b.length; j++) {
                    for (int e = 1; e <= DISTANCE && j + e < b.length; e++) {
                        boolean same = a[i] == b[j] && a[i + d] == b[j + e] || a[i] == b[j + e] && a[i + d] == b[j];
                        if (same && a[i] >= 0 && a[i + d] >= 0 && a[i] != a[i + d]) {
                            points.add((long) i << 32 | j);
                        }
                    }
                }
                if (points.size() <= MOST_OCCURRENCES) {
                    expected.addAll(points);
                }
            }
        }
        long[] found = new Seeds(DISTANCE, MOST_OCCURRENCES).of(pair);
        Arrays.sort(found);
        assertEquals(
                expected.stream().sorted().toList(),
                Arrays.stream(found).boxed().toList());
    }

    @Property(tries = 200)
    void clustersAreCutUntilNoOrderHasAGap(@ForAll @IntRange(max = 1_000_000) int seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Long> points = new ArrayList<>();
        for (int k = random.nextInt(40); k > 0; k--) {
            points.add((long) random.nextInt(60) << 32 | random.nextInt(60));
        }
        List<VerbatimRuns.Box> expected = new ArrayList<>();
        split(points, 4, 2, expected);
        List<VerbatimRuns.Box> found = new PassageSearch.Clusters(4, 2)
                .of(points.stream().mapToLong(p -> p).toArray());
        assertEquals(sorted(expected), sorted(found));
    }

    /** Splits at the first gap in either order. */
    private static void split(List<Long> points, int gap, int least, List<VerbatimRuns.Box> boxes) {
        for (int half = 0; half < 2; half++) {
            int shift = half == 0 ? 32 : 0;
            TreeSet<Integer> places = new TreeSet<>();
            points.forEach(p -> places.add((int) (p >>> shift)));
            for (int place : places) {
                Integer next = places.higher(place);
                if (next != null && next - place > gap) {
                    List<Long> low = points.stream()
                            .filter(p -> (int) (p >>> shift) <= place)
                            .toList();
                    List<Long> high = points.stream()
                            .filter(p -> (int) (p >>> shift) > place)
                            .toList();
                    split(low, gap, least, boxes);
                    split(high, gap, least, boxes);
                    return;
                }
            }
        }
        if (points.size() >= least) {
            boxes.add(new VerbatimRuns.Box(
                    points.stream().mapToInt(p -> (int) (p >>> 32)).min().orElseThrow(),
                    points.stream().mapToInt(p -> (int) (p >>> 32)).max().orElseThrow() + 1,
                    points.stream().mapToInt(Long::intValue).min().orElseThrow(),
                    points.stream().mapToInt(Long::intValue).max().orElseThrow() + 1,
                    points.size()));
        }
    }

    private static List<String> sorted(List<VerbatimRuns.Box> boxes) {
        return boxes.stream().map(VerbatimRuns.Box::toString).sorted().toList();
    }

    @Property(tries = 200)
    void bordersHaveTheLargestSumsOfAll(@ForAll @IntRange(max = 1_000_000) int seed) {
        Pair pair = pair(seed);
        if (pair.a.length() == 0 || pair.b.length() == 0) {
            return;
        }
        SplittableRandom random = new SplittableRandom(seed);
        int from = random.nextInt(pair.b.length());
        int to = from + 1 + random.nextInt(pair.b.length() - from);
        int xFrom = random.nextInt(pair.a.length());
        int xTo = xFrom + 1 + random.nextInt(pair.a.length() - xFrom);
        int middle = (xFrom + xTo) / 2;
        int margin = xTo - xFrom + PassageSearch.Refinement.MARGIN;
        int low = Math.max(0, xFrom - margin);
        int high = Math.min(pair.a.length(), xTo + margin);
        PassageSearch.Refinement refinement = new PassageSearch.Refinement(pair, 3);
        double found = refinement.best(pair.a, xFrom, xTo, pair.b, from, to, 0.45);
        List<Integer> right = new ArrayList<>();
        List<Integer> bestRight = List.of();
        double rightSum = Double.NEGATIVE_INFINITY;
        for (int i = middle; i < high; i++) {
            right.add(i);
            double sum = sum(pair, right, 0, from, to) + (pair.a.border()[i + 1] ? 3 : 0);
            if (sum > rightSum) {
                rightSum = sum;
                bestRight = List.copyOf(right);
            }
        }
        List<Integer> all = new ArrayList<>(bestRight);
        int left = middle;
        double leftSum = Double.NEGATIVE_INFINITY;
        for (int i = middle - 1; i >= low; i--) {
            all.add(i);
            double sum = sum(pair, all, bestRight.size(), from, to) + (pair.a.border()[i] ? 3 : 0);
            if (sum > leftSum) {
                leftSum = sum;
                left = i;
            }
        }
        assertEquals(Math.max(rightSum, 0) + Math.max(leftSum, 0), found, 1e-9);
        assertEquals(left, refinement.from);
        assertEquals(middle + bestRight.size(), refinement.to);
    }

    /** The sum of the words from a place of the list on; each word of the list takes a partner if one is left. */
    private static double sum(Pair pair, List<Integer> words, int counted, int from, int to) {
        double sum = 0;
        for (int k = counted; k < words.size(); k++) {
            int stem = pair.a.stem()[words.get(k)];
            long partners = Arrays.stream(pair.b.stem(), from, to)
                    .filter(s -> s == stem)
                    .count();
            long earlier = words.subList(0, k).stream()
                    .filter(i -> pair.a.stem()[i] == stem)
                    .count();
            if (stem >= 0 && earlier < partners) {
                double share = (double) (to - from) / pair.b.length();
                double others = Math.max(0.3, pair.total[stem] - 0.7 - 2 * share * partners);
                double chance = 1 - Math.exp(-(to - from) * others / pair.length);
                sum += Math.log(1 + 0.45 * (1 - chance) / chance);
            } else {
                sum += Math.log(0.55);
            }
        }
        return sum;
    }

    @Property(tries = 200)
    void runsAreTheLongestFromLeftToRight(@ForAll @IntRange(max = 1_000_000) int seed) {
        SplittableRandom random = new SplittableRandom(seed);
        TextWords a = TextWords.of(text(random, 3, 120));
        TextWords b = TextWords.of(text(random, 3, 120));
        List<Run> expected = new ArrayList<>();
        for (int i = 0; i < a.size(); ) {
            Run longest = new Run(i, 0, 0);
            for (int j = 0; j < b.size(); j++) {
                int words = 0;
                while (i + words < a.size()
                        && j + words < b.size()
                        && word(a, i + words).equals(word(b, j + words))) {
                    words++;
                }
                longest = words > longest.words() ? new Run(i, j, words) : longest;
            }
            boolean isRun = longest.words() >= VerbatimRuns.SEED_WORDS;
            if (isRun) {
                expected.add(longest);
            }
            i += isRun ? longest.words() : 1;
        }
        assertEquals(expected, new VerbatimRuns(a, b).find());
    }

    private static String word(TextWords text, int k) {
        return Arrays.toString(text.distinct.word(text.word[k]));
    }

    private static Pair pair(int seed) {
        SplittableRandom random = new SplittableRandom(seed);
        return new Pair(prepared(text(random, 12, 40)), prepared(text(random, 12, 40)));
    }

    private static PreparedText prepared(String text) {
        return new PreparedText(TextWords.of(text), Optional.empty());
    }

    private static String text(SplittableRandom random, int vocabulary, int most) {
        StringBuilder text = new StringBuilder();
        for (int k = random.nextInt(most); k > 0; k--) {
            text.append("word").append(random.nextInt(vocabulary)).append(random.nextInt(9) == 0 ? ". " : " ");
        }
        return text.toString();
    }
}
