package io.whorl.cli;

import io.whorl.bulk.BuildReport;
import io.whorl.bulk.DuplicateCounts;
import io.whorl.bulk.DuplicateKind;
import io.whorl.bulk.Duplicates;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * Names the documents of a build that are not what its caller expects: the first few of a kind, and how many more. That
 * some can never match is a warning; that duplicates are left out was asked for.
 */
final class NamedDocuments {
    private final Whorl whorl;

    NamedDocuments(Whorl whorl) {
        this.whorl = whorl;
    }

    void tell(BuildReport report, Duplicates duplicates) {
        report.firstWithoutMinutiae().forEach(id -> whorl.streams().tell("without minutiae: " + id));
        more(report.withoutMinutiae(), report.firstWithoutMinutiae().size(), "without minutiae", whorl.streams()::tell);
        if (duplicates.action() == Duplicates.Action.FIRST) {
            leftOut(report.duplicates(), duplicates.kind().orElseThrow());
        }
    }

    /** Each kind counts the duplicates that no stronger kind counts; the kind and those stronger are left out. */
    private void leftOut(DuplicateCounts counts, DuplicateKind asked) {
        List<DuplicateCounts.Example> named = counts.examples().stream()
                .filter(e -> e.kind().compareTo(asked) <= 0)
                .toList();
        named.forEach(
                e -> whorl.note("left out: " + e.id() + " equals " + e.first() + " (" + Choice.name(e.kind()) + ")"));
        long all = counts.exact()
                + (asked == DuplicateKind.EXACT ? 0 : counts.lexical())
                + (asked == DuplicateKind.FINGERPRINT ? counts.fingerprint() : 0);
        more(all, named.size(), "left out as duplicates", whorl::note);
    }

    private static void more(long all, int named, String what, Consumer<String> told) {
        if (all > named) {
            told.accept(String.format(Locale.ROOT, "%s: %,d more", what, all - named));
        }
    }
}
