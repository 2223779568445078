package io.whorl.corpus;

import io.whorl.corpus.format.FormatOptions;

/** Options for tests. */
final class TestFormatOptions {
    private TestFormatOptions() {}

    static FormatOptions most(int maxDocument) {
        return FormatOptions.DEFAULT.maxDocument(maxDocument);
    }

    static FormatOptions fields(String id, String text) {
        return FormatOptions.DEFAULT.idField(id).textField(text);
    }
}
