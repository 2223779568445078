package io.whorl.align;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.align.AlignmentOptions.Setting;
import io.whorl.align.AlignmentOptions.Summaries;
import io.whorl.align.Passage.Kind;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class AlignerTest {
    private static final Aligner ALIGNER = Aligner.of(AlignmentOptions.DEFAULT);

    private static final String PASSAGE = "The old lighthouse at the harbour entrance was built of granite blocks"
            + " in 1841, and its lamp burned whale oil for thirty years. A keeper and two assistants climbed the narrow"
            + " stairs every evening, trimmed the wicks, and wound the clockwork that turned the great lens.";

    @Test
    void verbatimCopyHasExactBorders() {
        String a = made(1, 80) + "\n\n" + PASSAGE + "\n\n" + made(2, 60);
        String b = made(3, 120) + "\n\n" + PASSAGE + "\n\n" + made(4, 90);
        List<Passage> passages = ALIGNER.align(a, b);
        assertEquals(1, passages.size());
        Passage passage = passages.get(0);
        assertEquals(PASSAGE, a.substring(passage.a().start(), passage.a().end()));
        assertEquals(PASSAGE, b.substring(passage.b().start(), passage.b().end()));
        assertEquals(Kind.VERBATIM, passage.kind());
        assertEquals(1, passage.score());
        assertEquals(46, passage.words());
    }

    /** Nothing but the copy itself shows how frequent its words are. */
    @Test
    void aWholeCopyWithEveryFifthWordReplacedIsOnePassage() {
        Random random = new Random(3);
        String[] words = words(random, 1_000).split(" ");
        String[] copy = words.clone();
        for (int k = 4; k < copy.length; k += 5) {
            copy[k] = "other" + random.nextInt(1_000);
        }
        String text = String.join(" ", copy);
        List<Passage> found = ALIGNER.align(text, String.join(" ", words));
        assertEquals(1, found.size(), found::toString);
        int covered = found.get(0).a().end() - found.get(0).a().start();
        assertTrue(covered > 0.97 * text.length(), found::toString);
    }

    /** Each repeated section also matches its other occurrences, and each match grows to the borders of the copy. */
    @Test
    void anIdenticalTextWithRepeatedSectionsIsOnePassage() {
        Random random = new Random(5);
        StringBuilder text = new StringBuilder();
        String section = words(random, 60);
        for (int part = 0; part < 40; part++) {
            text.append(words(random, 20)).append(section);
        }
        List<Passage> found = ALIGNER.align(text.toString(), text.toString());
        assertEquals(1, found.size(), found::toString);
        assertEquals(Kind.VERBATIM, found.get(0).kind());
        assertEquals(40 * 80, found.get(0).words());
    }

    private static String words(Random random, int count) {
        StringBuilder words = new StringBuilder();
        for (int k = 0; k < count; k++) {
            words.append("word").append(random.nextInt(1_000)).append(k % 10 == 9 ? ". " : " ");
        }
        return words.toString();
    }

    @Test
    void rewordedCopyIsFound() {
        String reworded =
                "Built of granite blocks in 1841, the old lighthouse stood at the entrance of the harbour, and"
                        + " for thirty years its lamp burned the oil of whales. Every evening the keeper"
                        + " climbed the narrow"
                        + " stairs with two assistants to trim the wicks and wind the clockwork which turned the lens.";
        String a = made(5, 80) + "\n\n" + reworded + "\n\n" + made(6, 60);
        String b = made(7, 120) + "\n\n" + PASSAGE + "\n\n" + made(8, 90);
        List<Passage> passages = ALIGNER.align(a, b);
        assertEquals(1, passages.size());
        Passage passage = passages.get(0);
        assertEquals(Kind.REWORDED, passage.kind());
        assertEquals(reworded, a.substring(passage.a().start(), passage.a().end()));
        assertEquals(PASSAGE, b.substring(passage.b().start(), passage.b().end()));
        assertTrue(passage.score() > 0.6 && passage.score() < 1, passage::toString);
    }

    @Test
    void chineseCopyIsFoundWithPlacesInCodePoints() {
        String passage = "港口入口处的老灯塔建于一八四一年，用花岗岩砌成，灯里烧了三十年的鲸油。"
                + "每天傍晚，看守人和两名助手爬上狭窄的楼梯，修剪灯芯，给转动巨大透镜的钟表机构上发条。"
                + "后来电灯取代了油灯，最后一位看守人于一九七二年离开了这座岛。";
        String emoji = "\uD83D\uDE00";
        List<Passage> passages = ALIGNER.align(emoji + made(9, 40) + "\n\n" + passage, made(10, 40) + "\n\n" + passage);
        assertEquals(1, passages.size());
        assertEquals(passage.length(), passages.get(0).a().length());
        assertEquals(3 * passage.length(), passages.get(0).a().bytes());
    }

    @Test
    void unrelatedTextsShareNothing() {
        assertEquals(List.of(), ALIGNER.align(made(11, 500), made(12, 500)));
        assertEquals(List.of(), ALIGNER.align("", PASSAGE));
        assertEquals(List.of(), ALIGNER.align(PASSAGE, ""));
        assertEquals(List.of(), ALIGNER.align("the of and", "the of and"));
    }

    @Test
    void editsDoNotSplitALongPassage() {
        String copied = made(13, 900);
        String[] words = copied.split(" ");
        SplittableRandom random = new SplittableRandom(14);
        for (int k = 0; k < words.length; k++) {
            if (random.nextInt(20) == 0) {
                words[k] = "changed" + random.nextInt(1000);
            }
        }
        List<Passage> passages = ALIGNER.align(made(15, 200) + "\n\n" + String.join(" ", words), copied);
        assertEquals(1, passages.size());
        assertTrue(passages.get(0).a().length() > 0.97 * copied.length());
    }

    @Test
    void summaryIsFoundOnRequest() {
        StringBuilder source = new StringBuilder();
        StringBuilder summary = new StringBuilder();
        for (int k = 0; k < 24; k++) {
            String[] sentence = made(20 + k, 30).split(" ");
            source.append(String.join(" ", sentence)).append(". ");
            for (int w = 0; w < 30; w += 5) {
                summary.append(sentence[w]).append(' ');
            }
        }
        String text = "It begins otherwise. " + summary + ". " + elsewhere(200);
        Aligner aligner = Aligner.of(AlignmentOptions.builder()
                .language("none")
                .summaries(Summaries.ALL)
                .build());
        List<Passage> passages = aligner.align(text, source.toString());
        assertEquals(List.of(Kind.SUMMARY), passages.stream().map(Passage::kind).toList());
        assertTrue(passages.get(0).b().length() > 0.9 * source.length());
        Aligner without = Aligner.of(AlignmentOptions.builder().language("none").build());
        assertTrue(without.align(text, source.toString()).stream().noneMatch(p -> p.kind() == Kind.SUMMARY));
    }

    @Test
    void sureSummaryIsFoundByDefaultUnlessTheTopicExplainsIt() {
        StringBuilder source = new StringBuilder();
        StringBuilder summary = new StringBuilder();
        StringBuilder topic = new StringBuilder();
        for (int k = 0; k < 24; k++) {
            String[] sentence = made(20 + k, 30).split(" ");
            source.append(String.join(" ", sentence)).append(". ");
            for (int w = 0; w < 28; w += 7) {
                summary.append(sentence[w]).append(' ');
                topic.append(sentence[w + 3]).append(' ').append(elsewhere(1)).append(' ');
            }
        }
        Aligner aligner =
                Aligner.of(AlignmentOptions.builder().language("english").build());
        String sure = "It begins otherwise. " + summary + ". " + elsewhere(200);
        assertEquals(
                List.of(Kind.SUMMARY),
                aligner.align(sure, source.toString()).stream()
                        .map(Passage::kind)
                        .toList());
        String unsure = "It begins otherwise. " + summary + ". " + topic;
        assertTrue(aligner.align(unsure, source.toString()).stream().noneMatch(p -> p.kind() == Kind.SUMMARY));
        Aligner without = Aligner.of(AlignmentOptions.builder()
                .language("english")
                .summaries(Summaries.NONE)
                .build());
        assertTrue(without.align(sure, source.toString()).stream().noneMatch(p -> p.kind() == Kind.SUMMARY));
    }

    @Test
    void bytesStringsAndPreparedTextsGiveTheSamePassages() {
        String a = made(50, 60) + " " + PASSAGE;
        String b = PASSAGE + " " + made(51, 60);
        List<Passage> passages = ALIGNER.align(a, b);
        assertEquals(1, passages.size());
        assertEquals(passages, ALIGNER.align(a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8)));
        assertEquals(passages, ALIGNER.align(ALIGNER.prepare(a), ALIGNER.prepare(b)));
    }

    @Test
    void theLanguageIsRecognisedByItsFunctionWords() {
        assertEquals(
                "english",
                PreparedText.FunctionWords.of(TextWords.of(PASSAGE))
                        .language()
                        .orElseThrow()
                        .toString());
        assertEquals(
                "german",
                PreparedText.FunctionWords.of(
                                TextWords.of("Der alte Turm am Eingang des Hafens ist aus Stein, und er ist hoch."))
                        .language()
                        .orElseThrow()
                        .toString());
        assertTrue(PreparedText.FunctionWords.of(TextWords.of("granite lighthouse"))
                .language()
                .isEmpty());
    }

    @Test
    void preparedTextsAreAlignedInTheLanguageOfBothTogether() {
        String list = "granite lighthouse harbour keeper lanterns ".repeat(3);
        Aligner aligner = Aligner.of(AlignmentOptions.DEFAULT);
        PreparedText a = aligner.prepare(PASSAGE + " " + list);
        PreparedText b = aligner.prepare(list.replace("lanterns", "lantern"));
        assertTrue(b.language.isEmpty());
        assertEquals("english", b.with(a).language.orElseThrow().toString());
        assertEquals(a, a.with(b));
        String german = "Der alte Turm am Eingang des Hafens ist aus Stein, und er ist hoch. ".repeat(40);
        for (String other : List.of(list, german, PASSAGE)) {
            for (String text : List.of(PASSAGE + " " + list, german + PASSAGE)) {
                assertEquals(aligner.align(text, other), aligner.align(aligner.prepare(text), aligner.prepare(other)));
                Optional<Language> together = aligner.prepare(text).with(aligner.prepare(other)).language;
                AlignmentOptions named = AlignmentOptions.builder()
                        .language(together.map(Language::toString).orElse(AlignmentOptions.NONE))
                        .build();
                assertEquals(Aligner.of(named).align(text, other), aligner.align(text, other));
            }
        }
    }

    @Test
    void anUnknownLanguageIsRefused() {
        IllegalArgumentException refused = assertThrows(
                IllegalArgumentException.class, () -> AlignmentOptions.builder().language("klingon"));
        assertTrue(
                refused.getMessage().contains("klingon") && refused.getMessage().contains("german"));
    }

    /** Both texts repeat what occurs too often for seeds, or all match: time must not grow with the square. */
    @Test
    void hostileTextsAreAligned() {
        String repeated = "The quick brown fox jumps over the lazy dog today. ".repeat(20_000);
        String same = made(60, 150_000);
        for (Setting setting : Setting.values()) {
            Aligner aligner =
                    Aligner.of(AlignmentOptions.builder().setting(setting).build());
            assertEquals(1, aligner.align(same, same).size());
            assertEquals(1, aligner.align(repeated, repeated).size());
        }
    }

    @Property(tries = 100)
    void placesLieWithinTheTexts(@ForAll @IntRange(max = 1_000_000) int seed) {
        SplittableRandom random = new SplittableRandom(seed);
        String a = patchwork(random);
        String b = patchwork(random);
        for (Passage passage : ALIGNER.align(a, b)) {
            check(passage.a(), a);
            check(passage.b(), b);
            assertTrue(passage.score() > 0 && passage.score() <= 1);
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
        StringBuilder text = new StringBuilder();
        for (int k = 0; k < 8; k++) {
            text.append(random.nextBoolean() ? "«é» 😀 " : "")
                    .append(made(random.nextInt(6), 60))
                    .append(".\n");
        }
        return text.toString();
    }

    /** Words that look like words, by a seed. */
    static String made(int seed, int words) {
        SplittableRandom random = new SplittableRandom(seed);
        StringBuilder text = new StringBuilder();
        for (int k = 0; k < words; k++) {
            text.append(k == 0 ? "" : " ").append(word(random.nextInt(5_000)));
        }
        return text.toString();
    }

    private static String elsewhere(int words) {
        StringBuilder text = new StringBuilder();
        for (int k = 0; k < words; k++) {
            text.append("else").append(k).append(' ');
        }
        return text.toString();
    }

    private static String word(int number) {
        String syllables = "batedilonumerakisovutagepofinaludo";
        StringBuilder word = new StringBuilder();
        for (int rest = number + 17; rest > 0; rest /= 17) {
            word.append(syllables, rest % 17 * 2, rest % 17 * 2 + 2);
        }
        return word.append('n').toString();
    }
}
