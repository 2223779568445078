package io.whorl.corpus;

import io.whorl.corpus.format.FormatOptions;
import java.util.Set;

/** Options as tests need them. */
final class FormatsOf {
    private FormatsOf() {}

    static FormatOptions most(int maxDocument) {
        return new FormatOptions(maxDocument, "id", "text", Set.of(0), false);
    }

    static FormatOptions fields(String id, String text) {
        return new FormatOptions(FormatOptions.DEFAULT.maxDocument(), id, text, Set.of(0), false);
    }
}
