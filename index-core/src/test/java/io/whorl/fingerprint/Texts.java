package io.whorl.fingerprint;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/**
 * Random texts of few words, so that chunks repeat, with sentences, paragraphs, numbers, apostrophes, markup and
 * several scripts.
 */
final class Texts {
    private Texts() {}

    static Arbitrary<String> any() {
        Arbitrary<String> words = Arbitraries.of(("a the Rose rose is of Vanity fall public's 1,700 x2 überfluß 日本 𝕏y"
                        + " <b>bold</b> Dr e.g stopping canonical centres")
                .split(" "));
        Arbitrary<String> gaps = Arbitraries.frequencyOf(
                Tuple.of(12, Arbitraries.just(" ")),
                Tuple.of(3, Arbitraries.of(". ", "! ", "?\" ", ", ", "; ", "\n")),
                Tuple.of(1, Arbitraries.of("\n\n", ".\n\n", "\r\n\r\n", "\u00a0")));
        return Combinators.combine(words, gaps)
                .as((word, gap) -> word + gap)
                .list()
                .ofMaxSize(150)
                .map(parts -> String.join("", parts));
    }
}
