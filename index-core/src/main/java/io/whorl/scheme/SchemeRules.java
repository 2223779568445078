package io.whorl.scheme;

import io.whorl.InvalidSchemeException;

/** What a scheme's parts must satisfy together: a part that could have no effect is refused, never ignored. */
final class SchemeRules {
    private SchemeRules() {}

    static void check(Chunking chunking, TextRules text) {
        if (chunking.breakpoints().isPresent() && (chunking.granularity() != 1 || chunking.step() != 1)) {
            throw new InvalidSchemeException("breakpoints decide where chunks end, so granularity and step have no effect;"
                    + " leave granularity and step out");
        }
        if (chunking.order() == Chunking.Order.BAG && chunking.granularity() == 1 && chunking.breakpoints().isEmpty()) {
            throw new InvalidSchemeException("order bag has no effect at granularity 1; leave it out");
        }
        if (text.words() == TextRules.Words.ALPHABETIC && text.numbers() == TextRules.Numbers.DROP) {
            throw new InvalidSchemeException("numbers drop has no effect with words alphabetic, which have no digits;"
                    + " leave one of them out");
        }
    }
}
