package io.whorl.cli.report;

import io.whorl.bulk.BuildReport;
import io.whorl.bulk.Duplicates;
import io.whorl.cli.console.Console;
import io.whorl.cli.option.Choice;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * Names the documents of a build that deserve attention: the first few of each kind, and the number of the others.
 * Documents without minutiae are warnings. Duplicates are notes, because the user has asked to leave them out.
 */
final class DocumentNotices {
    private final Console console;

    DocumentNotices(Console console) {
        this.console = console;
    }

    void print(BuildReport report, Duplicates duplicates) {
        report.firstWithoutMinutiae().forEach(id -> console.warn("without minutiae: " + id));
        more(report.withoutMinutiae(), report.firstWithoutMinutiae().size(), "without minutiae", console::warn);
        if (duplicates.action() == Duplicates.Action.FIRST) {
            leftOut(report.duplicates(), duplicates.kind().orElseThrow());
        }
    }

    /**
     * A duplicate is counted as the strongest kind that it has. The requested kind and all stronger ones are left out.
     */
    private void leftOut(Duplicates.Counts counts, Duplicates.Kind requested) {
        List<Duplicates.Example> named = counts.examples().stream()
                .filter(e -> e.kind().compareTo(requested) <= 0)
                .toList();
        named.forEach(
                e -> console.note("left out: " + e.id() + " equals " + e.first() + " (" + Choice.name(e.kind()) + ")"));
        long all = counts.exact()
                + (requested == Duplicates.Kind.EXACT ? 0 : counts.lexical())
                + (requested == Duplicates.Kind.FINGERPRINT ? counts.fingerprint() : 0);
        more(all, named.size(), "left out as duplicates", console::note);
    }

    private static void more(long all, int named, String what, Consumer<String> print) {
        if (all > named) {
            print.accept(String.format(Locale.ROOT, "%s: %,d more", what, all - named));
        }
    }
}
