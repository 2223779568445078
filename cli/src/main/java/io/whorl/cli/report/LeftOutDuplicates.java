package io.whorl.cli.report;

import io.whorl.bulk.Duplicates;
import io.whorl.cli.console.Console;
import io.whorl.cli.option.Choice;
import java.util.List;
import java.util.Locale;

/** Names the first few documents that a build left out because they equal an earlier one. */
final class LeftOutDuplicates {
    private LeftOutDuplicates() {}

    /** @param policy the policy of the build */
    static void note(Duplicates.Counts counts, Duplicates policy, Console console) {
        if (policy.action() != Duplicates.Action.FIRST) {
            return;
        }
        // A duplicate counts as the strongest kind that it has. The requested kind and all stronger ones are left out.
        Duplicates.Kind requested = policy.kind().orElseThrow();
        List<Duplicates.Example> named = counts.examples().stream()
                .filter(e -> e.kind().compareTo(requested) <= 0)
                .toList();
        named.forEach(
                e -> console.note("left out: " + e.id() + " equals " + e.first() + " (" + Choice.name(e.kind()) + ")"));
        long all = counts.exact()
                + (requested == Duplicates.Kind.EXACT ? 0 : counts.lexical())
                + (requested == Duplicates.Kind.FINGERPRINT ? counts.fingerprint() : 0);
        if (all > named.size()) {
            console.note(String.format(Locale.ROOT, "left out as duplicates: %,d more", all - named.size()));
        }
    }
}
