package io.whorl.fingerprint;

import io.whorl.scheme.Chunking;
import io.whorl.scheme.Hashing;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.Selection;
import io.whorl.scheme.TextRules;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Schemes, by name, that together cover every part of the path. */
public final class Schemes {
    private static final List<String> SELECTIONS = List.of(("full all-substrings first-r first-r-sliding random"
                    + " rarest-in-document rarest-prefix anchor kth-in-sentence kth-in-paragraph kth-sentence mod"
                    + " mod-by-size min-s winnowing long-words")
            .split(" "));

    private Schemes() {}

    /** The default scheme with every selection; parameters are small enough for the text of a paragraph. */
    static Map<String, Scheme> selections() {
        Map<String, Scheme> schemes = new LinkedHashMap<>();
        for (String name : SELECTIONS) {
            schemes.put(name, Scheme.builder().selection(name, small(name)).build());
        }
        return schemes;
    }

    /** Full selection with different words, chunks and hashes. */
    static Map<String, Scheme> recipes() {
        Map<String, Scheme> schemes = new LinkedHashMap<>();
        put(schemes, "default", b -> b);
        put(schemes, "rabin", b -> b.hash(Hashing.Algorithm.RABIN));
        put(schemes, "rz 64 bits, another seed", b -> b.bits(64).seed(12345));
        put(schemes, "rabin 64 bits", b -> b.bits(64).hash(Hashing.Algorithm.RABIN));
        put(schemes, "rz 32 bits", b -> b.bits(32));
        put(schemes, "single words with frequencies", b -> b.granularity(1).frequencies(true));
        put(schemes, "bags of three", b -> b.granularity(3).order(Chunking.Order.BAG));
        put(schemes, "step two", b -> b.granularity(3).step(2));
        put(schemes, "step beyond", b -> b.granularity(2).step(5));
        put(schemes, "breakpoints", b -> b.breakpoints(5));
        put(schemes, "sentences", b -> b.unit(Chunking.Unit.SENTENCE).granularity(1));
        put(schemes, "paragraphs", b -> b.unit(Chunking.Unit.PARAGRAPH).granularity(2));
        put(schemes, "characters", b -> b.unit(Chunking.Unit.CHAR).granularity(12));
        put(schemes, "stopped and stemmed", b -> b.stop(List.of("the", "of", "a"))
                .stem("english"));
        put(schemes, "words", b -> b.words(TextRules.Words.ALPHABETIC)
                .apostrophe(TextRules.Apostrophe.JOIN)
                .minWord(3));
        put(schemes, "symbols", b -> b.numbers(TextRules.Numbers.SYMBOL).minSentence(4));
        return schemes;
    }

    private static void put(Map<String, Scheme> schemes, String name, UnaryOperator<Scheme.Builder> change) {
        schemes.put(name, change.apply(Scheme.builder()).build());
    }

    private static Map<String, String> small(String selection) {
        return switch (selection) {
            case "first-r", "first-r-sliding", "random", "rarest-in-document", "rarest-prefix" -> Map.of("r", "5");
            case "kth-in-sentence", "kth-in-paragraph", "kth-sentence" -> Map.of("k", "2");
            case "mod" -> Map.of("m", "7");
            case "min-s" -> Map.of("s", "6");
            case "winnowing" -> Map.of("w", "4");
            default -> Map.of();
        };
    }

    /** All of these, and frequencies with selections that keep only some chunks. */
    public static Map<String, Scheme> all() {
        Map<String, Scheme> schemes = new LinkedHashMap<>();
        recipes().forEach((name, scheme) -> schemes.put("recipe " + name, scheme));
        selections().forEach((name, scheme) -> schemes.put("selection " + name, scheme));
        for (Selection selection : List.of(Selection.of("min-s"), Selection.of("random"), Selection.of("first-r"))) {
            Scheme frequencies = Scheme.builder()
                    .granularity(2)
                    .selection(selection)
                    .frequencies(true)
                    .bits(64)
                    .build();
            schemes.put("frequencies " + selection.name(), frequencies);
        }
        put(schemes, "short documents", b -> b.selection("winnowing", Map.of("w", "24", "parts", "16")));
        return schemes;
    }
}
