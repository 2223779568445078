package io.whorl.align;

import static io.whorl.testing.Thrown.assertMessage;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.RandomCorpus;
import io.whorl.align.Aligner.Alignment;
import io.whorl.align.Aligner.Seeds;
import io.whorl.align.AlignmentOptions.Summaries;
import io.whorl.align.Passage.Kind;
import io.whorl.align.PassageSearch.Pair;
import io.whorl.align.PreparedText.Language;
import io.whorl.align.PreparedText.TextWords;
import io.whorl.align.VerbatimRuns.Box;
import io.whorl.internal.AlignmentTuning;
import io.whorl.testing.Repeated;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class AlignerTest {
    private static final Aligner ALIGNER = Aligner.of(AlignmentOptions.DEFAULT);
    private static final String PASSAGE = "The old lighthouse at the harbour entrance was built of granite blocks"
            + " in 1841, and its lamp burned whale oil for thirty years. A keeper and two assistants climbed the narrow"
            + " stairs every evening, trimmed the wicks, and wound the clockwork that turned the great lens.";
    private static final int GAP = 20;
    private static final int LENGTH = 2_000;
    private static final int DISTANCE = 3;
    private static final int MOST_OCCURRENCES = 2;

    /** The only passage that two texts share. */
    private static Passage only(String a, String b) {
        List<Passage> found = ALIGNER.align(a, b);
        assertEquals(1, found.size(), found::toString);
        return found.get(0);
    }

    /** Of texts that share nothing but two parts; checks its borders. */
    private static Passage only(int seed, String inA, String inB) {
        String a = made(seed, 80) + "\n\n" + inA + "\n\n" + made(seed + 1, 60);
        String b = made(seed + 2, 120) + "\n\n" + inB + "\n\n" + made(seed + 3, 90);
        Passage passage = only(a, b);
        assertEquals(inA, a.substring(passage.a().start(), passage.a().end()));
        assertEquals(inB, b.substring(passage.b().start(), passage.b().end()));
        check(passage.a(), a);
        check(passage.b(), b);
        return passage;
    }

    @Test
    void copiesHaveExactBorders() {
        Passage verbatim = only(1, PASSAGE, PASSAGE);
        assertEquals(Kind.VERBATIM, verbatim.kind());
        assertEquals(1, verbatim.score());
        assertEquals(46, verbatim.words());
        String reworded =
                "Built of granite blocks in 1841, the old lighthouse stood at the entrance of the harbour, and for "
                        + "thirty years its lamp burned the oil of whales. Every evening the keeper climbed the "
                        + "narrow stairs with two assistants to trim the wicks and wind the clockwork which turned "
                        + "the lens.";
        Passage passage = only(5, reworded, PASSAGE);
        assertEquals(Kind.REWORDED, passage.kind());
        assertTrue(passage.score() > 0.6 && passage.score() < 1, passage::toString);
        // Letters of another script that look alike.
        assertEquals(
                Kind.VERBATIM, only(9, PASSAGE.replace('a', '\u0430'), PASSAGE).kind());
        // Of 23 words, fewer bytes than a passage has beside others.
        String copy = PASSAGE.substring(0, PASSAGE.indexOf("A keeper") - 1);
        assertEquals(23, only(1, copy, copy).words());
        String longer = made(5, 60);
        assertEquals(60, only(copy + "\n\n" + longer, longer + "\n\n" + copy).words());
    }

    /** Nothing but the copy itself shows how frequent its words are. */
    @Test
    void editsDoNotSplitALongPassage() {
        String text = made(3, 1_000);
        assertCovered("", edited(text, k -> k % 5 == 4), text);
        SplittableRandom random = new SplittableRandom(14);
        String copied = made(13, 900);
        assertCovered(made(15, 200) + "\n\n", edited(copied, k -> random.nextInt(20) == 0), copied);
    }

    private static String edited(String text, IntPredicate isChanged) {
        String[] words = text.split(" ");
        IntStream.range(0, words.length).filter(isChanged).forEach(k -> words[k] = "changed" + k * 7_919 % 1_000);
        return String.join(" ", words);
    }

    private static void assertCovered(String before, String copy, String source) {
        Passage passage = only(before + copy, source);
        assertTrue(passage.a().length() > 0.97 * copy.length(), passage::toString);
    }

    @Test
    void aCopyGrowsOnlyIntoWordsThatAreAlike() {
        String before = made(70, 26);
        String after = made(71, 26);
        for (int shared : new int[] {6, 9}) {
            String a = edited(before, k -> k % 2 == 1 || k >= 2 * shared) + " " + PASSAGE + " "
                    + edited(after, k -> k % 2 == 0 || k < 26 - 2 * shared);
            String b = made(74, 200) + "\n\n" + before + " " + PASSAGE + " " + after;
            int grown = only(made(72, 80) + "\n\n" + a + "\n\n" + made(73, 60), b)
                    .a()
                    .length();
            assertEquals(shared == 9 ? a.length() : PASSAGE.length(), grown, shared + " words of 26");
        }
    }

    /** Between passages that are joined, each text has fewer words than the shorter passage, or at most twelve. */
    @Test
    void passagesThatFollowEachOtherAreJoined() {
        for (int length : new int[] {5, 20}) {
            for (int gap : new int[] {-length, 1 - length, 0, 12, 13, 20, 21}) {
                int expected = gap > -length && gap <= Math.max(12, length) ? 1 : 2;
                Box left = run(100, 200, length);
                Box inA = run(left.aTo() + gap, left.bTo(), length);
                Box inB = run(left.aTo(), left.bTo() + gap, length);
                assertEquals(expected, PassageSearch.join(List.of(inA, left)).size(), inA::toString);
                assertEquals(expected, PassageSearch.join(List.of(inB, left)).size(), inB::toString);
            }
        }
        // A run joins the passages beside it, but is none by itself.
        PreparedText text = prepared(made(75, 200));
        List<Box> runs = List.of(run(5, 5, 10), run(30, 30, 20), run(120, 120, 20));
        assertEquals(
                List.of(new Box(0, 80, 0, 80, 20)),
                PassageSearch.joinWithRuns(List.of(run(0, 0, 20), run(60, 60, 20)), text, text, runs));
    }

    /** Each repeated section also matches its other occurrences, and each match grows to the borders of the copy. */
    @Test
    void anIdenticalTextWithRepeatedSectionsIsOnePassage() {
        String section = made(5, 60) + ". ";
        String text = Repeated.text(40, part -> made(100 + part, 20) + ". " + section);
        Passage passage = only(text, text);
        assertEquals(Kind.VERBATIM, passage.kind());
        assertEquals(40 * 80, passage.words());
    }

    @Test
    void shuffledTextIsReordered() {
        List<String> sentences = Repeated.list(12, k -> made(20 + k, 16) + ". ");
        String source = String.join("", sentences);
        Collections.shuffle(sentences, new Random(1));
        Alignment shuffled = alignment(String.join("", sentences), source);
        assertEquals(
                List.of(Kind.REORDERED),
                shuffled.passages().stream().map(Passage::kind).distinct().toList());
        assertTrue(shuffled.reordered());
        assertFalse(alignment(source, source).reordered());
        String start = source.substring(0, source.length() / 2);
        String end = source.substring(source.length() / 2);
        Alignment swapped = alignment(end + start, source);
        assertEquals(List.of(Kind.VERBATIM, Kind.VERBATIM), kinds(swapped.passages()));
        assertTrue(swapped.reordered());
    }

    /** A phrase that is repeated elsewhere is no sign of another order. */
    @Test
    void aTextInItsOrderIsVerbatimWhateverItRepeats() {
        String phrase = made(40, 12);
        String text = Repeated.text(8, k -> made(50 + k, 14) + " " + phrase + ". ");
        Alignment found = alignment(text, text);
        assertEquals(List.of(Kind.VERBATIM), kinds(found.passages()));
        assertFalse(found.reordered());
    }

    private static Alignment alignment(String a, String b) {
        return ALIGNER.alignment(a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void chineseCopyIsFoundWithPlacesInCodePoints() {
        String passage = "港口入口处的老灯塔建于一八四一年，用花岗岩砌成，灯里烧了三十年的鲸油。"
                + "每天傍晚，看守人和两名助手爬上狭窄的楼梯，修剪灯芯，给转动巨大透镜的钟表机构上发条。"
                + "后来电灯取代了油灯，最后一位看守人于一九七二年离开了这座岛。";
        String emoji = "\uD83D\uDE00";
        Span found = only(emoji + made(9, 40) + "\n\n" + passage, made(10, 40) + "\n\n" + passage)
                .a();
        assertEquals(passage.length(), found.length());
        assertEquals(3 * passage.length(), found.bytes());
        // Its content words are pairs of letters within sentences.
        assertArrayEquals(new int[] {3, 4, 5, 6, 3}, prepared("港口。港入口港口").stem);
    }

    @Test
    void unrelatedTextsShareNothing() {
        assertEquals(List.of(), ALIGNER.align(made(11, 500), made(12, 500)));
        assertEquals(List.of(), ALIGNER.align("", PASSAGE));
        assertEquals(List.of(), ALIGNER.align(PASSAGE, ""));
        assertEquals(List.of(), ALIGNER.align("the of and", "the of and"));
    }

    private static final List<String> SENTENCES = Repeated.list(24, k -> made(20 + k, 30));

    /** Of each sentence the words from one on, in steps, but not the last two words. */
    private static List<String> everyWord(int from, int step) {
        return SENTENCES.stream()
                .map(sentence -> sentence.split(" "))
                .flatMap(words -> IntStream.iterate(from, w -> w < words.length - 2, w -> w + step)
                        .mapToObj(w -> words[w]))
                .toList();
    }

    /** A text with some words of each sentence, in its order. */
    private static String summary(List<String> words, String end) {
        return "It begins otherwise. " + String.join(" ", words) + ". " + end;
    }

    private static final String ELSE = RandomCorpus.words("else", 0, 200);

    private static List<Kind> kinds(String language, Summaries summaries, String a, String b) {
        return kinds(Aligner.of(AlignmentOptions.DEFAULT.language(language).summaries(summaries))
                .align(a, b));
    }

    @Test
    void sureSummariesAreFoundByDefaultAndOthersOnRequest() {
        Summaries usual = AlignmentOptions.DEFAULT.summaries();
        String source = String.join(". ", SENTENCES) + ". ";
        String text = summary(everyWord(0, 5), ELSE);
        List<Passage> passages = Aligner.of(
                        AlignmentOptions.DEFAULT.language("none").summaries(Summaries.ALL))
                .align(text, source);
        assertEquals(List.of(Kind.SUMMARY), kinds(passages));
        assertTrue(passages.get(0).b().length() > 0.9 * source.length());
        assertFalse(kinds("none", usual, text, source).contains(Kind.SUMMARY));
        String sure = summary(everyWord(0, 7), ELSE);
        assertEquals(List.of(Kind.SUMMARY), kinds("english", usual, sure, source));
        assertFalse(kinds("english", Summaries.NONE, sure, source).contains(Kind.SUMMARY));
        // The topic explains it.
        String unsure = summary(everyWord(0, 7), String.join(" else0 ", everyWord(3, 7)));
        assertFalse(kinds("english", usual, unsure, source).contains(Kind.SUMMARY));
    }

    /** A passage that covers the summary explains it better, and so does a run that is most of it. */
    @Test
    void summaryIsNoneWhereItsWordsAreCopied() {
        List<String> summary = everyWord(0, 7);
        String text = summary(summary, ELSE);
        for (int copied : new int[] {0, 16, 40, 60, 90, 96}) {
            List<String> both = new ArrayList<>(SENTENCES);
            both.addAll(summary.subList(0, copied));
            String source = String.join(" ", both);
            List<Kind> sure = kinds("english", AlignmentOptions.DEFAULT.summaries(), text, source);
            boolean all = kinds("english", Summaries.ALL, text, source).contains(Kind.SUMMARY);
            assertEquals(copied < 90, all, "all " + copied);
            assertEquals(copied <= 40, sure.contains(Kind.SUMMARY), "sure " + copied);
            assertEquals(copied >= 40, sure.contains(Kind.VERBATIM), "verbatim " + copied);
        }
    }

    private static List<Kind> kinds(List<Passage> passages) {
        return passages.stream().map(Passage::kind).toList();
    }

    /** Written anew by hand: other forms of the same words, other words and another order. */
    @Test
    void anIndonesianParaphraseIsFound() {
        String source = "Setiap pagi para nelayan menarik perahu mereka dari pantai dan berlayar ke laut yang tenang. "
                + "Mereka membawa jala yang sudah diperbaiki oleh istri-istri mereka pada malam sebelumnya. "
                + "Ketika matahari terbit di atas bukit, perahu itu telah penuh dengan ikan, dan anak-anak menunggu "
                + "di dermaga untuk membantu mengangkat hasil tangkapan ke pasar.";
        String copy = "Para nelayan itu berangkat setiap pagi: perahunya ditarik ke laut yang masih tenang dari tepi "
                + "pantai. Jala yang dibawa telah diperbaiki istri mereka malam sebelumnya. Saat matahari "
                + "terbitnya tampak dari bukit, ikan sudah penuhi perahu, lalu anak-anak yang menunggui dermaga "
                + "membantu angkat tangkapan itu untuk dijual di pasar.";
        Passage passage = only(RandomCorpus.words("else", 0, 150) + ". " + copy, made(9, 150) + ". " + source);
        assertTrue(passage.a().length() > 0.8 * copy.length());
        // A stem keeps four letters; two affixes are stripped on either side.
        String words = "layar pelayarannya diperlayar kelayarannyalah buku bukuku baku";
        int[] stem = Aligner.of(AlignmentOptions.DEFAULT.language("indonesian")).prepare(words).stem;
        assertArrayEquals(new int[] {0, 0, 0, 1, 2, 2, 3}, stem);
    }

    @Test
    void bytesStringsAndPreparedTextsGiveTheSamePassages() {
        String a = made(50, 60) + " " + PASSAGE;
        String b = PASSAGE + " " + made(51, 60);
        List<Passage> passages = ALIGNER.align(a, b);
        assertEquals(1, passages.size());
        assertEquals(
                passages,
                ALIGNER.alignment(a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8))
                        .passages());
        assertEquals(
                passages,
                ALIGNER.alignment(ALIGNER.prepare(a), ALIGNER.prepare(b)).passages());
        Aligner.Alignment alignment = new Aligner.Alignment(passages, false);
        byte[] utf8 = b.getBytes(StandardCharsets.UTF_8);
        assertEquals(alignment, ALIGNER.alignment(a.getBytes(StandardCharsets.UTF_8), utf8));
        assertEquals(alignment, ALIGNER.alignment(ALIGNER.prepare(a), ALIGNER.prepare(utf8)));
        assertEquals(60 + 46, ALIGNER.prepare(a).words());
    }

    @Test
    void spansOverlapWhereBothHaveCodePoints() {
        Span span = new Span(2, 8, 2, 9);
        assertEquals(3, span.overlap(new Span(5, 12, 6, 13)));
        assertEquals(3, new Span(5, 12, 6, 13).overlap(span));
        assertEquals(0, span.overlap(new Span(8, 12, 9, 13)));
        assertEquals(6, span.length());
        assertEquals(7, span.bytes());
    }

    @Test
    void preparedTextsAreAlignedInTheLanguageOfBothTogether() {
        String list = "granite lighthouse harbour keeper lanterns ".repeat(3);
        PreparedText a = ALIGNER.prepare(PASSAGE + " " + list);
        PreparedText b = ALIGNER.prepare(list.replace("lanterns", "lantern"));
        assertTrue(b.language.isEmpty());
        assertEquals("english", b.with(a).language.orElseThrow().toString());
        assertEquals(a, a.with(b));
        String german = "Der alte Turm am Eingang des Hafens ist aus Stein, und er ist hoch. ".repeat(40);
        for (String other : List.of(list, german, PASSAGE)) {
            for (String text : List.of(PASSAGE + " " + list, german + PASSAGE)) {
                assertEquals(
                        ALIGNER.align(text, other),
                        ALIGNER.alignment(ALIGNER.prepare(text), ALIGNER.prepare(other))
                                .passages());
                byte[] utf8 = other.getBytes(StandardCharsets.UTF_8);
                assertEquals(
                        ALIGNER.align(text, other),
                        ALIGNER.alignment(ALIGNER.prepare(text), ALIGNER.prepare(utf8))
                                .passages());
                Optional<Language> together = ALIGNER.prepare(text).with(ALIGNER.prepare(other)).language;
                AlignmentOptions named = AlignmentOptions.DEFAULT.language(
                        together.map(Language::toString).orElse(AlignmentOptions.NONE));
                assertEquals(Aligner.of(named).align(text, other), ALIGNER.align(text, other));
            }
        }
    }

    @Test
    void anUnknownLanguageIsRefused() {
        IllegalArgumentException refused = assertMessage(
                IllegalArgumentException.class, "klingon", () -> AlignmentOptions.DEFAULT.language("klingon"));
        assertTrue(refused.getMessage().contains("german"));
    }

    /** Both texts repeat what occurs too often for seeds, or all match: time must not grow with the square. */
    @Test
    void hostileTextsAreAligned() {
        String repeated = "The quick brown fox jumps over the lazy dog today. ".repeat(20_000);
        String same = made(60, 150_000);
        assertEquals(1, ALIGNER.align(same, same).size());
        assertEquals(1, ALIGNER.align(repeated, repeated).size());
    }

    @Property(tries = 100)
    void placesLieWithinTheTexts(@ForAll @IntRange(max = 1_000_000) int seed) {
        SplittableRandom random = new SplittableRandom(seed);
        String a = patchwork(random);
        String b = patchwork(random);
        int last = 0;
        for (Passage passage : ALIGNER.align(a, b)) {
            check(passage.a(), a);
            check(passage.b(), b);
            assertTrue(passage.score() > 0 && passage.score() <= 1);
            assertTrue(passage.a().start() >= last);
            last = passage.a().start();
        }
        assertEquals(ALIGNER.align(a, b), ALIGNER.align(a, b));
    }

    private static void check(Span span, String text) {
        String before = text.substring(0, text.offsetByCodePoints(0, span.start()));
        String until = text.substring(0, text.offsetByCodePoints(0, span.end()));
        assertEquals(before.getBytes(StandardCharsets.UTF_8).length, span.startByte());
        assertEquals(until.getBytes(StandardCharsets.UTF_8).length, span.endByte());
        assertTrue(span.start() < span.end());
    }

    private static String patchwork(SplittableRandom random) {
        return Repeated.text(8, k -> (random.nextBoolean() ? "«é» 😀 " : "") + made(random.nextInt(6), 60) + ".\n");
    }

    /** Words that look like words, by a seed. */
    static String made(int seed, int words) {
        SplittableRandom random = new SplittableRandom(seed);
        return Repeated.text(words, k -> (k == 0 ? "" : " ") + word(random.nextInt(5_000)));
    }

    private static String word(int number) {
        String syllables = "batedilonumerakisovutagepofinaludo";
        StringBuilder word = new StringBuilder();
        for (int rest = number + 17; rest > 0; rest /= 17) {
            word.append(syllables, rest % 17 * 2, rest % 17 * 2 + 2);
        }
        return word.append('n').toString();
    }

    // An alignment that reaches a limit says so.

    @Test
    void tooManySeedsAreReported() {
        PreparedText text = ALIGNER.prepare("granite lighthouse keepers polished copper lanterns nightly ".repeat(8));
        Pair pair = new Pair(text, text);
        Seeds all = Seeds.of(pair, 3, 8, Seeds.MOST_POINTS);
        assertTrue(all.points().length > 1_000);
        assertFalse(all.limited());
        Seeds some = Seeds.of(pair, 3, 8, 100);
        assertTrue(some.points().length < all.points().length);
        assertTrue(some.limited());
    }

    /** Points on a spiral: only the outermost one can be cut off, in turn by one order and by the other. */
    private static long[] spiral(int count) {
        long[] points = new long[count];
        int high = 1_000_000;
        int[] edge = {high, high};
        for (int k = 0; k < count; k++) {
            int far = k % 2;
            int near = 1 - far;
            edge[far] += GAP + 1;
            // The point is beyond all others in one order, and closes the gap before the last point in the other.
            int other = k == 0 ? high : edge[near] - GAP / 2;
            points[count - 1 - k] = far == 0 ? ((long) edge[0] << 32) | other : ((long) other << 32) | edge[1];
        }
        return points;
    }

    @Test
    void groupsThatAreCutTooOftenAreReported() {
        PassageSearch.Clusters few = new PassageSearch.Clusters(GAP, 1);
        assertEquals(300, few.of(spiral(300)).size());
        assertFalse(few.limited);
        PassageSearch.Clusters many = new PassageSearch.Clusters(GAP, 1);
        assertTrue(many.of(spiral(2_000)).size() < 2_000);
        assertTrue(many.limited);
    }

    /** Every cell of a grid has a group. The passage, which has the most seeds for its length, is found nonetheless. */
    @Test
    void moreGroupsThanAreRefinedAreReported() {
        String copy = PASSAGE.substring(19) + " ";
        for (int cells : new int[] {80, 110}) {
            Aligner aligner =
                    Aligner.of(AlignmentOptions.DEFAULT.language("none"), AlignmentTuning.DEFAULT, (a, inA, b, inB) -> {
                        LongStream dense = IntStream.range(0, 43).mapToLong(k -> (long) k << 32 | k);
                        LongStream grid = IntStream.range(0, 3 * cells * cells)
                                .mapToLong(k -> (long) (80 + k / 3 % cells * 30 + k % 3 * 4) << 32
                                        | 80 + k / 3 / cells * 30 + k % 3 * 4);
                        return Optional.of(LongStream.concat(grid, dense).toArray());
                    });
            PreparedText other = aligner.prepare(copy + made(81, 31 * cells));
            Alignment found = aligner.alignment(aligner.prepare(copy + made(80, 31 * cells)), other);
            assertEquals(cells == 110, found.limited());
            assertEquals(43, found.passages().get(0).words());
        }
    }

    // Overlaps among many passages are found without comparing all with all, and as if they were compared.

    @Property(tries = 200)
    void boxesAreDroppedAsByComparingAll(@ForAll @IntRange(max = 1_000_000) int seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Box> boxes = Repeated.list(60, k -> {
            int a = random.nextInt(LENGTH - 400);
            int b = random.nextInt(LENGTH - 400);
            return new Box(a, a + 1 + random.nextInt(400), b, b + 1 + random.nextInt(400), k);
        });
        List<Box> kept = new ArrayList<>();
        for (int k = boxes.size() - 1; k >= 0; k--) {
            Box box = boxes.get(k);
            if (kept.stream()
                    .noneMatch(better -> box.aOverlap(better) > 0 && box.bOverlap(better) > 0
                            || 2 * box.aOverlap(better) > box.aLength())) {
                kept.add(box);
            }
        }
        Collections.shuffle(boxes, new Random(seed));
        assertEquals(kept, PassageSearch.withoutOverlaps(boxes, LENGTH));
    }

    private static Box run(int a, int b, int words) {
        return new Box(a, a + words, b, b + words);
    }

    @Property(tries = 200)
    void runsAreDroppedAndFoundAsByComparingAll(@ForAll @IntRange(max = 1_000_000) int seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Box> runs = new ArrayList<>();
        for (int a = random.nextInt(50); a < LENGTH - 300; ) {
            int words = 8 + random.nextInt(200);
            runs.add(run(a, random.nextInt(LENGTH - 300), words));
            a += words + random.nextInt(100);
        }
        List<Box> kept = new ArrayList<>();
        List<Box> longestFirst = runs.stream()
                .sorted(Comparator.comparingInt(Box::aLength).reversed().thenComparingInt(Box::aFrom))
                .toList();
        for (Box run : longestFirst) {
            if (kept.stream().noneMatch(longer -> 2 * run.bOverlap(longer) >= run.aLength())) {
                kept.add(run);
            }
        }
        assertEquals(kept, VerbatimRuns.withoutOverlaps(runs, LENGTH));
        int from = random.nextInt(LENGTH);
        int to = from + 1 + random.nextInt(300);
        assertEquals(
                runs.stream()
                        .filter(run -> Box.overlap(run.aFrom(), run.aTo(), from, to) > 0)
                        .toList(),
                VerbatimRuns.within(runs, from, to));
    }

    @Test
    @Timeout(60)
    void manyShuffledPassagesAreFound() {
        int passages = 3_000;
        List<String> all = Repeated.list(passages, k -> AlignerTest.made(k, 40));
        String b = String.join(". ", all);
        Collections.shuffle(all, new Random(1));
        String a = String.join(". ", all);
        int found = Aligner.of(AlignmentOptions.DEFAULT.language(AlignmentOptions.NONE))
                .align(a, b)
                .size();
        assertTrue(found > 0.9 * passages && found <= 1.1 * passages, () -> "found " + found);
    }

    // Each step of alignment against a slow form that follows its definition.

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
                            points.add(((long) i << 32) | j);
                        }
                    }
                }
                if (points.size() <= MOST_OCCURRENCES) {
                    expected.addAll(points);
                }
            }
        }
        long[] found =
                Seeds.of(pair, DISTANCE, MOST_OCCURRENCES, Seeds.MOST_POINTS).points();
        assertEquals(
                expected.stream().sorted().toList(),
                Arrays.stream(found).sorted().boxed().toList());
    }

    @Property(tries = 200)
    void clustersAreCutUntilNoOrderHasAGap(@ForAll @IntRange(max = 1_000_000) int seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Long> points =
                Repeated.list(random.nextInt(40), k -> ((long) random.nextInt(60) << 32) | random.nextInt(60));
        List<Box> expected = new ArrayList<>();
        split(points, 4, 2, expected);
        List<Box> found = new PassageSearch.Clusters(4, 2)
                .of(points.stream().mapToLong(p -> p).toArray());
        assertEquals(sorted(expected), sorted(found));
    }

    /** Splits at the first gap in either order. */
    private static void split(List<Long> points, int gap, int least, List<Box> boxes) {
        for (int half = 0; half < 2; half++) {
            int shift = half == 0 ? 32 : 0;
            TreeSet<Integer> places = new TreeSet<>();
            points.forEach(p -> places.add((int) (p >>> shift)));
            for (int place : places) {
                Integer next = places.higher(place);
                if (next != null && next - place > gap) {
                    Map<Boolean, List<Long>> halves =
                            points.stream().collect(Collectors.partitioningBy(p -> (int) (p >>> shift) <= place));
                    split(halves.get(true), gap, least, boxes);
                    split(halves.get(false), gap, least, boxes);
                    return;
                }
            }
        }
        if (points.size() >= least) {
            IntSummaryStatistics a =
                    points.stream().mapToInt(p -> (int) (p >>> 32)).summaryStatistics();
            IntSummaryStatistics b = points.stream().mapToInt(Long::intValue).summaryStatistics();
            boxes.add(new Box(a.getMin(), a.getMax() + 1, b.getMin(), b.getMax() + 1, points.size()));
        }
    }

    private static List<String> sorted(List<Box> boxes) {
        return boxes.stream().map(Box::toString).sorted().toList();
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
                long all = Arrays.stream(pair.a.stem()).filter(s -> s == stem).count()
                        + Arrays.stream(pair.b.stem()).filter(s -> s == stem).count();
                double share = (double) (to - from) / pair.b.length();
                double others = Math.max(0.3, all - 0.7 - 2 * share * partners);
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
        TextWords a = new TextWords(text(random, 3, 120).getBytes(StandardCharsets.UTF_8));
        TextWords b = new TextWords(text(random, 3, 120).getBytes(StandardCharsets.UTF_8));
        List<Box> expected = new ArrayList<>();
        for (int i = 0; i < a.size(); ) {
            Box longest = run(i, 0, 0);
            for (int j = 0; j < b.size(); j++) {
                int words = 0;
                while (i + words < a.size()
                        && j + words < b.size()
                        && word(a, i + words).equals(word(b, j + words))) {
                    words++;
                }
                longest = words > longest.aLength() ? run(i, j, words) : longest;
            }
            boolean isRun = longest.aLength() >= VerbatimRuns.SEED_WORDS;
            if (isRun) {
                expected.add(longest);
            }
            i += isRun ? longest.aLength() : 1;
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
        return new PreparedText(new TextWords(text.getBytes(StandardCharsets.UTF_8)), Optional.empty());
    }

    private static String text(SplittableRandom random, int vocabulary, int most) {
        return Repeated.text(
                random.nextInt(most), k -> "word" + random.nextInt(vocabulary) + (random.nextInt(9) == 0 ? ". " : " "));
    }
}
