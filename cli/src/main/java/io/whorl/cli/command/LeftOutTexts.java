package io.whorl.cli.command;

import io.whorl.cli.console.Console;
import io.whorl.cli.html.LeftOut;
import io.whorl.cli.input.SkippedDocuments;
import io.whorl.cli.output.Amount;
import io.whorl.cli.passages.CheckedText;
import io.whorl.corpus.Document;
import io.whorl.corpus.format.Skipped;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.Consumer;

/** Collects the documents that a report does not compare, for standard error and for its page. One thread. */
final class LeftOutTexts {
    /** The number of names for each reason. */
    static final int MAX_NAMES = 100;
    /** The least bytes of a passage. */
    private static final int PASSAGE = 150;

    private static final String REPEATED = "The name is repeated";
    private static final String WITHOUT_WORDS = "Without words";
    private static final String ONLY_GIVEN = "Nothing but text that everyone was given";
    private static final String SHORT = "Shorter than any passage (" + PASSAGE + " bytes)";

    private final Map<String, List<String>> names = new LinkedHashMap<>();
    private final Map<String, Long> counts = new LinkedHashMap<>();

    /** Adds a document whose id another one has. */
    void repeated(Document document, Consumer<String> warn) {
        add(REPEATED, document.place());
        warn.accept("warning: left out " + document.place() + ": it repeats the id " + document.id());
    }

    /** Adds a text if it cannot have passages. */
    void check(CheckedText text, Consumer<String> warn) {
        String reason = text.words() > 0 ? SHORT : text.given().isEmpty() ? WITHOUT_WORDS : ONLY_GIVEN;
        if (reason.equals(SHORT) && text.utf8().length >= PASSAGE) {
            return;
        }
        if (add(reason, text.id())) {
            warn.accept("warning: " + text.id() + " cannot share a passage: "
                    + reason.substring(0, 1).toLowerCase(Locale.ROOT) + reason.substring(1));
        }
    }

    /** Returns true if the name was kept. */
    private boolean add(String reason, String name) {
        counts.merge(reason, 1L, Long::sum);
        List<String> kept = names.computeIfAbsent(reason, key -> new ArrayList<>());
        return kept.size() < MAX_NAMES && kept.add(name);
    }

    /** Returns all groups: first the documents that were not read. */
    List<LeftOut> with(SkippedDocuments skipped) {
        List<LeftOut> groups = new ArrayList<>();
        skipped.counts()
                .forEach((reason, count) -> groups.add(new LeftOut(
                        words(reason),
                        reason.losesText(),
                        count,
                        skipped.first().stream()
                                .filter(s -> s.reason() == reason)
                                .map(s -> s.place() + ": " + s.detail())
                                .toList())));
        groups.sort(Comparator.comparing(group -> !group.unread()));
        counts.forEach((reason, count) -> groups.add(new LeftOut(reason, false, count, names.get(reason))));
        return groups;
    }

    /** Prints the number of each group. */
    static void warn(List<LeftOut> groups, Console console) {
        if (!groups.isEmpty()) {
            StringJoiner parts = new StringJoiner("; ");
            groups.forEach(group -> parts.add(String.format(Locale.ROOT, "%s (%,d)", group.reason(), group.count())));
            long all = groups.stream().mapToLong(LeftOut::count).sum();
            console.warn("cannot share passages: " + Amount.of(all, "document") + ": " + parts);
        }
    }

    private static String words(Skipped.Reason reason) {
        return switch (reason) {
            case TOO_LARGE -> "Larger than the limit";
            case INVALID -> "Malformed";
            case MISSING_FIELD -> "Without a field of text";
            case DAMAGED -> "Damaged, so later documents of the same file may be missing";
            case UNREADABLE -> "Unreadable";
            case NOT_TEXT -> "Without text, such as a picture or a program";
            case NO_READER -> "With text that cannot be read, such as a PDF without a plug-in or a scan";
            case POINTER, LEFT_OUT -> "Excluded by an option or by a rule of the format";
        };
    }
}
