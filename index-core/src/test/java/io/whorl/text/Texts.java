package io.whorl.text;

import io.whorl.scheme.Scheme;
import io.whorl.scheme.TextRules;
import io.whorl.testing.Packed;
import io.whorl.testing.Repeated;
import io.whorl.text.ReferenceWords.ReferenceSentences;
import io.whorl.text.ReferenceWords.Word;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/** Random texts and rules, in which cases that the definitions treat specially are frequent, and their words. */
public final class Texts {
    private static final String[] SPECIAL =
            ("a|B|É|e\u0301|ж|中|語|ß|ẞ|ς|ſ|\u212A|İ|ı|Ⱥ|Ⱦ|\u0345|\u0301|\u20E3|𝒳|𐐀|Ǆ|1|23|٣|𝟗|.|,|!|?|'|’|\"|)|"
                            + "»|›|(|-|#| |\n|\r|\r\n|\n \n|\t|\u0085|\u00A0|\u2028|\u3000|\uFEFF|\uFFFD|😀|\0|Mr|"
                            + "etc|e.g|Prof|al|fig|The |and |it's |don’t |3.5mm |1,234.5 |hoping |"
                            + "中文|。|」|か|\u3099|ラー|ｶ|ﾞ|"
                            + "ภ|ิ|าษ|ำ|ກໍ|ខ្ម|မြ|한|\u1112|\u1161|\u11AB|ㅎ|ㅏ|हि|\u0915\u093C|\u0958|"
                            + "।|؟|م|ﻡ|ﷲ|\u0627\u0653|"
                            + "\u00AD|\u200B|\u200D|\u200C|\u2060|\uFE0F|\u034F|ﬁ|ﬃ|Ａ|９|！|ª|𝔊|с|о|Н|ё|α|ς|\u0308|"
                            + "\u0323|\u0316|\u0344|\u1EC7|\u2126|〇|⼀|豈|\u09C7|\u09BE|ŀ|ㄳ|가|\u0301\u0323\u0308|"
                            + "relational |nationalities |x. |End. |so! |what?’ |(why.) |internationalisation")
                    .split("\\|");
    /** What may stand before the end of a sentence, apart from abbreviations, and what may be one. */
    private static final String[] BEFORE_ENDS =
            "J|U.S|É|e\u0301|FIG|mr|(Mr)|2|B|can't|don’t|dogs'|x''y|\u1112\u1161\u11AB|한|Ｍr|我|end".split("\\|");

    private static final String[] ENDS =
            (". |? |! |... |.\" |.) |.]» |.’ |.”|.›  |.| . |.\u3000|.\u00A0|.\u0301 |.- |.\u200B |」 |.」 |。|！|｡"
                            + "|؟ |۔ ")
                    .split("\\|");
    /** Bytes that are not UTF-8, or only together with the next bytes. */
    private static final List<byte[]> BYTES = Stream.of(
                    "80 C080 C3 E282 EDA080 EDA0 E080 F09F98 F080 F4908080 F5 FF EFBF".split(" "))
            .map(HexFormat.of()::parseHex)
            .toList();

    private Texts() {}

    static Arbitrary<byte[]> texts(int leastPieces, int mostPieces) {
        Arbitrary<byte[]> special = Arbitraries.of(SPECIAL).map(Texts::utf8);
        Arbitrary<byte[]> any = Arbitraries.integers()
                .between(0, Character.MAX_CODE_POINT)
                .filter(cp -> cp < 0xD800 || cp > 0xDFFF)
                // The reference composes by this JDK, which may not know all characters of the tables.
                .filter(Character::isDefined)
                .map(cp -> utf8(Character.toString(cp)));
        Arbitrary<byte[]> ascii = Arbitraries.strings()
                .withCharRange(' ', '~')
                .ofMinLength(1)
                .ofMaxLength(24)
                .map(Texts::utf8);
        // Bytes at the boundaries of lead and continuation bytes.
        Arbitrary<byte[]> boundaries = Arbitraries.of(
                        "80 8F 90 9F A0 BF BD C0 C1 C2 DF E0 E1 ED EF F0 F1 F4 F5 FF".split(" "))
                .list()
                .ofMaxSize(6)
                .map(bytes -> HexFormat.of().parseHex(String.join("", bytes)));
        Arbitrary<byte[]> broken = Arbitraries.oneOf(Arbitraries.of(BYTES), boundaries);
        Arbitrary<byte[]> ends = Combinators.combine(
                        Arbitraries.oneOf(Arbitraries.of(ReferenceSentences.LISTED), Arbitraries.of(BEFORE_ENDS)),
                        Arbitraries.of(ENDS))
                .as((word, end) -> utf8(word.replaceFirst("\\.$", "") + end + "On "));
        return Arbitraries.frequencyOf(
                        Tuple.of(12, special),
                        Tuple.of(2, any),
                        Tuple.of(2, ascii),
                        Tuple.of(1, broken),
                        Tuple.of(4, ends))
                .list()
                .ofMinSize(leastPieces)
                .ofMaxSize(mostPieces)
                .map(pieces -> Packed.concat(pieces.toArray(byte[][]::new)));
    }

    public static Arbitrary<TextRules> anyRules() {
        return Combinators.combine(
                        Arbitraries.of(TextRules.Words.class),
                        Arbitraries.of(TextRules.Apostrophe.class),
                        Arbitraries.of(TextRules.Numbers.class),
                        Arbitraries.of(1, 1, 2, 4),
                        Arbitraries.of(1, 1, 2, 3, 7),
                        Arbitraries.of(
                                List.<String>of(),
                                List.of("the", "and", "a", "中", "internationalisation", "ж", "\"\\\n{")),
                        Arbitraries.of(
                                Optional.<String>empty(),
                                Optional.<String>empty(),
                                Optional.of("english"),
                                Optional.of("german")),
                        Arbitraries.of(false, false, true))
                .as((words, apostrophe, numbers, minWord, minSentence, stop, stem, unmask) ->
                        new TextRules(words, apostrophe, numbers, minWord, minSentence, stop, stem, unmask));
    }

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static TextRules rules() {
        return rules(b -> b);
    }

    static TextRules rules(UnaryOperator<Scheme.Builder> changes) {
        return changes.apply(Scheme.builder()).build().text();
    }

    /** Reads all words of a document and checks the form of each block. */
    static List<Word> all(WordReader reader) {
        List<Word> words = new ArrayList<>();
        WordBlock block = new WordBlock();
        try {
            while (reader.next(block)) {
                if (block.count == 0) {
                    throw new AssertionError("next() promised words and gave none");
                }
                for (int k = 0; k < block.count; k++) {
                    if (block.bytes[block.end[k]] != ' ' || block.end[k] <= block.start(k)) {
                        throw new AssertionError("word " + k + " is empty or has no space after it");
                    }
                    words.add(new Word(text(block, k), block.breaks[k]));
                }
                // Between calls, the block belongs to the caller, so the reader must not rely on its content.
                Arrays.fill(block.bytes, (byte) '?');
                Arrays.fill(block.breaks, (byte) 3);
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        if (block.count != 0) {
            throw new AssertionError("the block at the document's end is not empty");
        }
        return words;
    }

    static List<Word> all(WordReader reader, String text) {
        return all(reader, utf8(text));
    }

    public static List<Word> all(WordReader reader, byte[] utf8) {
        reader.open(utf8, 0, utf8.length);
        return all(reader);
    }

    static List<String> texts(WordReader reader, String text) {
        return all(reader, text).stream().map(Word::text).toList();
    }

    static List<String> texts(WordBlock block) {
        return Repeated.list(block.count, k -> text(block, k));
    }

    private static String text(WordBlock block, int k) {
        return new String(block.bytes, block.start(k), block.end[k] - block.start(k), StandardCharsets.UTF_8);
    }

    /** Returns one to five bytes at a time. */
    public static InputStream trickle(byte[] bytes, long seed) {
        Random random = new Random(seed);
        return new ByteArrayInputStream(bytes) {
            @Override
            public synchronized int read(byte[] b, int off, int len) {
                return super.read(b, off, Math.min(len, 1 + random.nextInt(5)));
            }
        };
    }
}
