package io.whorl.cli.report;

import io.whorl.bulk.BuildReport;
import io.whorl.bulk.Duplicates;
import io.whorl.cli.console.Console;
import io.whorl.cli.option.Choice;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * Names the documents of a build that are not what its caller expects: the first few of a kind, and how many more. That
 * some can never match is a warning; that duplicates are left out was asked for.
 */
final class DocumentNotices {
    private final Console console;

    DocumentNotices(Console console) {
        this.console = console;
    }

    void tell(BuildReport report, Duplicates duplicates) {
        report.firstWithoutMinutiae().forEach(id -> console.warn("without minutiae: " + id));
        more(report.withoutMinutiae(), report.firstWithoutMinutiae().size(), "without minutiae", console::warn);
        if (duplicates.action() == Duplicates.Action.FIRST) {
            leftOut(report.duplicates(), duplicates.kind().orElseThrow());
        }
    }

    /** Each kind counts the duplicates that no stronger kind counts; the kind and those stronger are left out. */
    private void leftOut(Duplicates.Counts counts, Duplicates.Kind asked) {
        List<Duplicates.Example> named = counts.examples().stream()
                .filter(e -> e.kind().compareTo(asked) <= 0)
                .toList();
        named.forEach(
                e -> console.note("left out: " + e.id() + " equals " + e.first() + " (" + Choice.name(e.kind()) + ")"));
        long all = counts.exact()
                + (asked == Duplicates.Kind.EXACT ? 0 : counts.lexical())
                + (asked == Duplicates.Kind.FINGERPRINT ? counts.fingerprint() : 0);
        more(all, named.size(), "left out as duplicates", console::note);
    }

    private static void more(long all, int named, String what, Consumer<String> told) {
        if (all > named) {
            told.accept(String.format(Locale.ROOT, "%s: %,d more", what, all - named));
        }
    }
}
