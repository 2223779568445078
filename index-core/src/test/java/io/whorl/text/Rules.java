package io.whorl.text;

import io.whorl.scheme.Scheme;
import io.whorl.scheme.TextRules;
import java.util.function.UnaryOperator;

/** Rules for words that start from the defaults. */
final class Rules {
    private Rules() {}

    static TextRules plain() {
        return with(b -> b);
    }

    static TextRules with(UnaryOperator<Scheme.Builder> changes) {
        return changes.apply(Scheme.builder()).build().text();
    }
}
