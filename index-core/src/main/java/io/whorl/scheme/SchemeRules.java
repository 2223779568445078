package io.whorl.scheme;

import io.whorl.InvalidSchemeException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Checks the values of a scheme together. A value that would have no effect is refused, not ignored. */
final class SchemeRules {
    private static final int MOST_NAME_BYTES = 100;

    private SchemeRules() {}

    static void check(Chunking chunking, TextRules text) {
        if (chunking.breakpoints().isPresent() && (chunking.granularity() != 1 || chunking.step() != 1)) {
            throw new InvalidSchemeException(
                    "breakpoints decide where chunks end, so granularity and step have no effect;"
                            + " leave granularity and step out");
        }
        if (chunking.order() == Chunking.Order.BAG
                && chunking.granularity() == 1
                && chunking.breakpoints().isEmpty()) {
            throw new InvalidSchemeException("order bag has no effect at granularity 1; leave it out");
        }
        if (text.words() == TextRules.Words.ALPHABETIC && text.numbers() == TextRules.Numbers.DROP) {
            throw new InvalidSchemeException("numbers drop has no effect with words alphabetic, which have no digits;"
                    + " leave one of them out");
        }
    }

    /** Checks the size of a scheme: an index stores it, and readers with a small heap hold it in memory. */
    static void checkSize(TextRules text, Selection selection) {
        List<String> parameters = new ArrayList<>(selection.parameters().keySet());
        parameters.addAll(selection.parameters().values());
        checkBytes("the stop list", text.stop());
        checkBytes("selection " + selection.name(), parameters);
        checkBytes("the stemmer's name", List.of(text.stem().orElse("")), MOST_NAME_BYTES);
    }

    private static void checkBytes(String what, List<String> strings) {
        checkBytes(what, strings, Scheme.MOST_LIST_BYTES);
    }

    private static void checkBytes(String what, List<String> strings, int most) {
        long bytes = 0;
        for (String string : strings) {
            if (string.codePoints().anyMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE)) {
                throw new InvalidSchemeException(
                        what + " has an unpaired surrogate, which the UTF-8 of an index cannot hold");
            }
            bytes += string.getBytes(StandardCharsets.UTF_8).length + 1L;
        }
        if (bytes > most) {
            throw new InvalidSchemeException(String.format(
                    Locale.ROOT,
                    "%s has %,d bytes, and a scheme holds at most"
                            + " %,d (UTF-8, and one more for each word); give fewer words",
                    what,
                    bytes,
                    most));
        }
    }
}
