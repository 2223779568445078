package io.whorl.align;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.align.VerbatimRuns.Run;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Overlaps among many passages are found without comparing all with all, and as if they were compared. */
class ManyPassagesTest {
    private static final int LENGTH = 2_000;

    @Property(tries = 200)
    void boxesAreDroppedAsByComparingAll(@ForAll @IntRange(max = 1_000_000) int seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<VerbatimRuns.Box> boxes = new ArrayList<>();
        for (int k = 0; k < 60; k++) {
            int a = random.nextInt(LENGTH - 400);
            int b = random.nextInt(LENGTH - 400);
            boxes.add(new VerbatimRuns.Box(a, a + 1 + random.nextInt(400), b, b + 1 + random.nextInt(400), k));
        }
        List<VerbatimRuns.Box> kept = new ArrayList<>();
        for (int k = boxes.size() - 1; k >= 0; k--) {
            VerbatimRuns.Box box = boxes.get(k);
            if (kept.stream()
                    .noneMatch(better -> box.aOverlap(better) > 0 && box.bOverlap(better) > 0
                            || 2 * box.aOverlap(better) > box.aLength())) {
                kept.add(box);
            }
        }
        Collections.shuffle(boxes, new Random(seed));
        assertEquals(kept, PassageSearch.withoutOverlaps(boxes, LENGTH));
    }

    @Property(tries = 200)
    void runsAreDroppedAndFoundAsByComparingAll(@ForAll @IntRange(max = 1_000_000) int seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Run> runs = new ArrayList<>();
        for (int a = random.nextInt(50); a < LENGTH - 300; ) {
            int words = 8 + random.nextInt(200);
            runs.add(new Run(a, random.nextInt(LENGTH - 300), words));
            a += words + random.nextInt(100);
        }
        List<Run> kept = new ArrayList<>();
        List<Run> longestFirst = runs.stream()
                .sorted(Comparator.comparingInt(Run::words).reversed().thenComparingInt(Run::a))
                .toList();
        for (Run run : longestFirst) {
            if (kept.stream().noneMatch(longer -> 2 * run.asWords().bOverlap(longer.asWords()) >= run.words())) {
                kept.add(run);
            }
        }
        assertEquals(kept, VerbatimRuns.withoutOverlaps(runs, LENGTH));
        int from = random.nextInt(LENGTH);
        int to = from + 1 + random.nextInt(300);
        assertEquals(
                runs.stream()
                        .filter(run -> VerbatimRuns.Box.overlap(run.a(), run.a() + run.words(), from, to) > 0)
                        .toList(),
                VerbatimRuns.within(runs, from, to));
    }

    @Test
    @Timeout(60)
    void manyShuffledPassagesAreFound() {
        int passages = 3_000;
        List<String> all = new ArrayList<>();
        for (int k = 0; k < passages; k++) {
            all.add(AlignerTest.made(k, 40));
        }
        String b = String.join(". ", all);
        Collections.shuffle(all, new Random(1));
        String a = String.join(". ", all);
        int found = Aligner.of(AlignmentOptions.builder()
                        .language(AlignmentOptions.NONE)
                        .build())
                .align(a, b)
                .size();
        assertTrue(found > 0.9 * passages && found <= 1.1 * passages, () -> "found " + found);
    }
}
