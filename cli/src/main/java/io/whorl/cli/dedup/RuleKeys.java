package io.whorl.cli.dedup;

import io.whorl.cli.console.Console;
import io.whorl.cli.console.FailedException;
import io.whorl.cli.input.DocumentDates;
import io.whorl.cli.option.DatingOptions;
import io.whorl.cli.option.KeepRule;
import io.whorl.cli.output.Amount;
import io.whorl.corpus.Document;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The keys of documents by a rule, in the order in which documents survive: the strings are in the order of the rule.
 * No key is the beginning of another. One thread.
 */
final class RuleKeys implements Closeable {
    private static final Pattern NUMBER = Pattern.compile("[+-]?\\d{1,300}(\\.\\d{1,300})?([eE][+-]?\\d{1,3})?");
    private static final HexFormat HEX = HexFormat.of();
    /** After all hexadecimal digits. */
    private static final String NONE = "~";

    private static final String NUMBERS = "1";
    private static final String TEXTS = "2";
    private static final int LONGEST_TEXT = 100;

    private final KeepRule rule;
    private final DocumentDates dates;
    private long with;
    private long without;

    RuleKeys(KeepRule rule, DatingOptions dating) throws IOException {
        this.rule = rule;
        dates = DocumentDates.open(dating);
    }

    /** Returns the key of a document; empty if the rule needs none. */
    String of(Document document) {
        Optional<String> key =
                switch (rule.kind()) {
                    case FIRST, LONGEST -> Optional.of("");
                    case OLDEST -> dates.of(document).map(RuleKeys::date);
                    case FIELD -> document.date().map(this::value);
                };
        with += key.isPresent() ? 1 : 0;
        without += key.isPresent() ? 0 : 1;
        return key.orElse(NONE);
    }

    private static String date(Instant date) {
        return HEX.toHexDigits(date.toEpochMilli() ^ Long.MIN_VALUE);
    }

    /** Numbers come before texts. */
    private String value(String value) {
        String stripped = value.strip();
        double number = NUMBER.matcher(stripped).matches() ? Double.parseDouble(stripped) : Double.NaN;
        if (Double.isFinite(number)) {
            // Adding 0 makes −0 equal to 0.
            long bits = Double.doubleToLongBits(number + 0.0);
            long ascending = bits ^ (bits >> Long.SIZE - 1 | Long.MIN_VALUE);
            return NUMBERS + HEX.toHexDigits(rule.least() ? ascending : ~ascending);
        }
        byte[] utf8 = stripped.getBytes(StandardCharsets.UTF_8);
        byte[] cut = Arrays.copyOf(utf8, Math.min(utf8.length, LONGEST_TEXT));
        for (int i = 0; !rule.least() && i < cut.length; i++) {
            cut[i] = (byte) ~cut[i];
        }
        // A text comes before its continuations, or after them.
        return TEXTS + HEX.formatHex(cut) + (rule.least() ? '!' : 'g');
    }

    /**
     * Prints how many documents have no key.
     *
     * @throws FailedException if none has one
     */
    void report(Console console) throws FailedException {
        boolean oldest = rule.kind() == KeepRule.Kind.OLDEST;
        String what = oldest ? "date" : "field \"" + rule.field() + "\"";
        if (oldest) {
            dates.report(console);
        }
        if (without > 0 && with == 0) {
            throw new FailedException("no document has a " + what + ", which --keep " + rule + " needs"
                    + (oldest ? "; give --dates or --date-field" : ""));
        }
        if (without > 0) {
            console.warn("warning: " + Amount.of(without, "document") + Amount.verb(without, " has", " have") + " no "
                    + what + ", and " + Amount.verb(without, "comes", "come") + " last in the order of --keep " + rule);
        }
    }

    @Override
    public void close() throws IOException {
        dates.close();
    }
}
