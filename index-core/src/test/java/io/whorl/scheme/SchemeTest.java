package io.whorl.scheme;

import static io.whorl.testing.Thrown.assertMessage;
import static io.whorl.testing.Thrown.assertReason;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.RandomCorpus;
import io.whorl.SchemeException;
import io.whorl.bulk.BuildOptions;
import io.whorl.fingerprint.Schemes;
import io.whorl.query.IndexCheck;
import io.whorl.query.QueryOptions;
import io.whorl.query.Snapshot;
import io.whorl.testing.Repeated;
import io.whorl.text.Texts;
import io.whorl.text.WordList;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Schemes and their JSON. Every valid scheme can be stored in an index and read back; a larger one cannot be built. */
class SchemeTest {
    private static final Scheme SCHEME = Scheme.builder().build();

    private static final int MOST = Scheme.MOST_LIST_BYTES;

    @TempDir
    Path directory;

    @Provide
    Arbitrary<Scheme> schemes() {
        Arbitrary<String> words = Arbitraries.strings()
                .withCharRange('a', 'z')
                .withChars("\u00e9\u0451\u4e2d\"\\\n{")
                .ofMaxLength(8);
        Arbitrary<TextRules> text = Texts.anyRules()
                .filter(t -> t.words() != TextRules.Words.ALPHABETIC || t.numbers() != TextRules.Numbers.DROP);
        Arbitrary<Chunking> chunking = Combinators.combine(
                        Arbitraries.of(Chunking.Unit.class),
                        Arbitraries.integers().between(2, 1_000),
                        Arbitraries.integers().between(1, 1_000_000),
                        Arbitraries.of(Chunking.Order.class),
                        Arbitraries.integers().between(2, 1_000_000).optional(0.3))
                .as((u, n, s, o, k) -> k.isPresent()
                        ? new Chunking(u, 1, 1, o, java.util.OptionalInt.of(k.get()))
                        : new Chunking(u, n, s, o, java.util.OptionalInt.empty()));
        Arbitrary<Hashing> hashing = Combinators.combine(
                        Arbitraries.of(Hashing.Algorithm.class),
                        Arbitraries.integers().between(32, 64),
                        Arbitraries.longs())
                .as(Hashing::new);
        Arbitrary<Selection> selection = Combinators.combine(
                        Arbitraries.strings()
                                .withCharRange('a', 'z')
                                .withChars('-')
                                .ofMinLength(1)
                                .ofMaxLength(20)
                                .filter(s -> s.charAt(0) != '-'),
                        Arbitraries.maps(words, words).ofMaxSize(4))
                .as(Selection::new);
        return Combinators.combine(text, chunking, hashing, selection, Arbitraries.of(true, false))
                .as((t, c, h, s, f) -> new Scheme(Scheme.CURRENT, t, c, h, s, f));
    }

    @Example
    void differencesNameTheFieldsWithBothValues() {
        Scheme scheme = Scheme.builder().stop(List.of("the", "of")).build();
        assertEquals("", scheme.differences(scheme));
        assertEquals(
                "stop ([of, the] and []), bits (40 and 64), selection (full and mod), parameters ({} and {m=5})",
                scheme.differences(Schemes.of("bits=64 selection=mod:m=5")));
        List<String> many = Repeated.list(1_000, i -> "w" + i);
        String abbreviated = scheme.differences(scheme.toBuilder().stop(many).build());
        assertTrue(abbreviated.startsWith("stop ([of, the] and [w0, w1, ") && abbreviated.length() < 200, abbreviated);
    }

    @Property(tries = 400)
    void aSchemeIsReadBackFromItsJson(@ForAll("schemes") Scheme scheme) {
        String json = scheme.toJson();
        assertFalse(json.contains("\n"));
        assertEquals(scheme, Scheme.fromJson(json));
        assertEquals(json, Scheme.fromJson(json).toJson());
        assertEquals(scheme, scheme.toBuilder().build());
        assertEquals(scheme.hashCode(), Scheme.fromJson(json).hashCode());
    }

    @Property(tries = 200)
    void differentSchemesHaveDifferentJson(@ForAll("schemes") Scheme a, @ForAll("schemes") Scheme b) {
        assertEquals(a.equals(b), a.toJson().equals(b.toJson()));
        assertTrue(a.comparableWith(a.withSelection(b.selection())));
        assertEquals(a.comparableWith(b), a.withSelection(b.selection()).equals(b));
    }

    @Example
    void theDefaultSchemeIsPinned() {
        assertEquals(
                "{\"version\":1,\"words\":\"alphanumeric\",\"apostrophe\":\"split\","
                        + "\"numbers\":\"keep\",\"minWord\":1,\"minSentence\":1,\"stop\":[]"
                        + ",\"stem\":\"none\",\"unmask\":false,"
                        + "\"unit\":\"word\",\"granularity\":4,\"step\":1,\"order\":\"sequence\",\"breakpoints\":0,"
                        + "\"hash\":\"rz\",\"bits\":40,"
                        + "\"seed\":\"0x57484f524c\",\"selection\":\"full\",\"parameters\":{},\"frequencies\":false}",
                SCHEME.toJson());
        assertEquals(
                Hashing.Algorithm.RABIN,
                Scheme.builder().granularity(1).build().hashing().algorithm());
        assertEquals(
                Hashing.Algorithm.RZ,
                Scheme.builder().breakpoints(9).build().hashing().algorithm());
    }

    /** What of a scheme is replaced by what, and the message. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            {"version" | {"colour":"red","version" | unknown fields [colour]
            "version":1 | "version":2 | version 2 is newer than this release's 1
            {"version":1 | {"version":1,"markup":"none" | unknown fields [markup]
            "bits":40, | ~~ | missing fields [bits]
            "bits":40, | "bits":40,"bits":40, | field bits occurs twice
            "bits":40 | "bits":31 | bits is 31; it must be from 32 to 64
            "bits":40 | "bits":4e1 | field bits is 4e1
            "bits":40 | "bits":[40] | bits is not a plain value
            0x57484f524c | 57484f524c | seed is 57484f524c
            "frequencies":false | "frequencies":0 | frequencies is 0
            "unmask":false | "unmask":1 | unmask is 1, neither true nor false
            "m":"5" | "m":"5","m":"6" | field m occurs twice
            "m":"5" | "m":{} | field m is not a plain value
            ["a"] | [["a"]] | field stop has elements of another type
            ["a"] | [null] | field stop has elements of another type
            "m":"5" | "m":null | field m is not a plain value
            ["a"] | "a" | field stop is not an array
            "stop":["a"], | ~~ | missing fields [stop]
            "unmask":false, | ~~ | missing fields [unmask]
            "stop":["a"], | "stop":[],"stop":[], | field stop occurs twice
            "alphanumeric" | "xml" | XML
            "granularity":4 | "granularity":1001 | granularity is 1001; it must be from 1 to 1000
            """)
    void textThatIsNotASchemeIsRefused(String what, String by, String message) {
        String json = Schemes.of("stop=a selection=mod:m=5").toJson();
        assertTrue(json.contains(what));
        assertInvalid(json.replace(what, by), message);
        assertInvalid("", "not a scheme");
        assertInvalid("[]", "not a JSON object");
        assertInvalid(json + "{}", "something follows");
        assertInvalid(json.substring(0, json.length() - 1), "not a scheme");
    }

    private static void assertInvalid(String json, String message) {
        assertReason(SchemeException.Reason.INVALID, message, () -> Scheme.fromJson(json));
    }

    /** Ranges, and settings that would have no effect. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            granularity=0                  | granularity is 0; it must be from 1 to 1000
            step=1000001                   | step is 1000001; it must be from 1 to 1000000
            breakpoints=1                  | breakpoints is 1; it must be from 2 to 1000000
            bits=65                        | bits is 65; it must be from 32 to 64
            minWord=0                      | min-word is 0; it must be from 1 to 1000
            minSentence=1001               | min-sentence is 1001; it must be from 1 to 1000
            breakpoints=5 granularity=3    | granularity and step have no effect
            breakpoints=5 step=2           | granularity and step have no effect
            granularity=1 order=BAG        | order bag has no effect
            words=ALPHABETIC numbers=DROP  | numbers drop has no effect
            """)
    void settingsOutOfRangeOrWithoutEffectAreRefused(String settings, String message) {
        RuntimeException e = assertMessage(RuntimeException.class, message, () -> Schemes.of(settings));
        assertEquals(message.endsWith("no effect"), e instanceof SchemeException);
        assertEquals(message.contains("must be"), e instanceof IllegalArgumentException);
    }

    @Example
    void aStopWordThatUtf8CannotHoldIsRefused() {
        assertReason(SchemeException.Reason.INVALID, "unpaired surrogate", () -> Scheme.builder()
                .stop(List.of("\ud800"))
                .build());
    }

    @Example
    void namesOfStrategiesAreChecked() {
        for (String name : List.of("", "Mod", "1st", "a_b", "x".repeat(65))) {
            assertThrows(IllegalArgumentException.class, () -> Selection.of(name));
        }
        assertEquals("mod:a=1,m=25", new Selection("mod", Map.of("m", "25", "a", "1")).toString());
        assertEquals(
                List.of("a", "b"),
                Scheme.builder().stop(List.of("b", "a", "b")).build().text().stop());
        assertEquals(SCHEME, Scheme.builder().stem("none").build());
    }

    @Test
    void englishStopWordsAreDistinctSortedAndFolded() {
        assertEquals(116, TextRules.ENGLISH_STOP_WORDS.size());
        assertEquals(List.copyOf(new TreeSet<>(TextRules.ENGLISH_STOP_WORDS)), TextRules.ENGLISH_STOP_WORDS);
        TextRules.ENGLISH_STOP_WORDS.forEach(word -> assertEquals(word, word.toLowerCase(java.util.Locale.ROOT)));
    }

    /** Distinct words of so many bytes in total, plus one for each; on request, of characters that JSON escapes. */
    private static List<String> words(int bytes, boolean escaped) {
        List<String> words = new ArrayList<>();
        int left = bytes;
        for (int i = 0; left > 0; i++) {
            String word = Integer.toString(1_000_000 + i);
            for (char digit = '0'; digit <= '9' && escaped; digit++) {
                word = word.replace(digit, (char) (digit - '0' + 1));
            }
            int length = Math.min(word.length(), left - 1);
            words.add(left - length - 1 < 2 ? word + "a".repeat(left - 1 - length) : word);
            left -= words.get(words.size() - 1).length() + 1;
        }
        return words;
    }

    @Test
    void theLargestSchemeIsStoredAndReadBack() throws IOException {
        Scheme longest = Scheme.builder()
                .stop(words(MOST, true))
                .selection("custom", Map.of("list", "\u0001".repeat(MOST - 6)))
                .build();
        int length = longest.toJson().getBytes(StandardCharsets.UTF_8).length;
        assertTrue(length > 10 * MOST && length <= Scheme.LONGEST_JSON, length + " bytes");
        assertEquals(longest, Scheme.fromJson(longest.toJson()));
        Scheme scheme = longest.withSelection(Selection.of("full"));
        Path index = directory.resolve("index");
        byte[] text = "some words for a small index".getBytes(StandardCharsets.UTF_8);
        RandomCorpus.index(index, scheme, Map.of("a", text), BuildOptions.DEFAULT);
        assertEquals(List.of(), IndexCheck.check(index).problems());
        assertEquals(scheme, Snapshot.open(index).scheme());
        Snapshot.open(index).query(text, QueryOptions.DEFAULT);
    }

    @Test
    void aLargerSchemeIsRefusedWithItsSizeAndTheLimit() {
        List<String> tooMany = words(MOST + 1, false);
        SchemeException e = assertReason(
                SchemeException.Reason.INVALID,
                () -> Scheme.builder().stop(tooMany).build());
        assertTrue(
                e.getMessage().contains("the stop list has 524,289 bytes")
                        && e.getMessage().contains("524,288"),
                e.getMessage());
        assertReason(SchemeException.Reason.INVALID, () -> Scheme.builder()
                .selection("anchor", Map.of("anchors", "a".repeat(MOST)))
                .build());
        assertReason(
                SchemeException.Reason.INVALID,
                () -> Scheme.builder().stem("x".repeat(200)).build());
    }

    @Test
    void aFileOfWordsIsReadOnlyUpToTheLimit() throws IOException {
        Path file = Files.write(directory.resolve("words.txt"), words(2 * MOST, false));
        TextRules plain = SCHEME.text();
        assertReason(SchemeException.Reason.INVALID, "524,288", () -> WordList.read(file, plain));
        Files.write(file, words(MOST, false));
        assertEquals(words(MOST, false).size(), WordList.read(file, plain).size());
    }
}
