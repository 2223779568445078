package io.whorl.cli.command;

import io.whorl.cli.console.FailedException;
import io.whorl.cli.option.Decision;
import io.whorl.cli.option.Decision.Verdict;
import io.whorl.cli.output.Table;
import io.whorl.cluster.Pair;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.query.Snapshot;
import java.io.IOException;

/** Decides about pairs of documents, in both directions, by the texts that an index stores. Thread-safe. */
final class PairDecisions {
    private final Snapshot snapshot;
    private final Decision decision;
    private final ThreadLocal<Fingerprinter> fingerprinter;

    /**
     * The verdicts of a pair.
     *
     * @param a whether a violates b
     * @param b whether b violates a
     */
    record Verdicts(Verdict a, Verdict b) {}

    PairDecisions(Snapshot snapshot, Decision decision) {
        this.snapshot = snapshot;
        this.decision = decision;
        fingerprinter = ThreadLocal.withInitial(() -> Fingerprinter.of(snapshot.scheme()));
    }

    /**
     * Checks that chunks of documents can be counted.
     *
     * @throws FailedException if the index stores no texts
     * @throws io.whorl.SchemeException if the selection keeps samples that cannot be compared by chunk
     */
    static void check(Snapshot snapshot) throws IOException {
        if (!snapshot.storesTexts()) {
            throw new FailedException("the index stores no texts, so --decision cannot count their chunks; build the"
                    + " index with --store-text, or compare two files with whorl compare A B --decision");
        }
        Fingerprinter.of(snapshot.scheme()).locate("", "");
    }

    Verdicts of(Pair pair) {
        byte[] a = snapshot.text(pair.a()).orElseThrow();
        byte[] b = snapshot.text(pair.b()).orElseThrow();
        Verdict verdict = decision.of(fingerprinter.get().locate(a, b));
        return new Verdicts(
                verdict, decision.reverse(verdict, fingerprinter.get().locate(b, a)));
    }

    Table<Verdicts> table() {
        return new Table<Verdicts>()
                .part(Verdicts::a, table(decision))
                .count("chunksB", v -> v.b().chunks())
                .count("matchingB", v -> v.b().matching())
                .flag("violationB", v -> v.b().violation());
    }

    static Table<Verdict> table(Decision decision) {
        return new Table<Verdict>()
                .count("chunks", Verdict::chunks)
                .count("matching", Verdict::matching)
                .when(
                        decision.isOrdered(),
                        t -> t.count("ordered", v -> v.ordered().orElseThrow()))
                .flag("violation", Verdict::violation);
    }
}
