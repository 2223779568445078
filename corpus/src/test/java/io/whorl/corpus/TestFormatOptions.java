package io.whorl.corpus;

import io.whorl.corpus.format.FormatOptions;

/** Options for tests. */
final class TestFormatOptions {
    private TestFormatOptions() {}

    static FormatOptions most(int maxDocument) {
        return FormatOptions.builder().maxDocument(maxDocument).build();
    }

    static FormatOptions fields(String id, String text) {
        return FormatOptions.builder().idField(id).textField(text).build();
    }
}
