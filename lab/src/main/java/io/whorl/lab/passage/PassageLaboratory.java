package io.whorl.lab.passage;

import io.whorl.fingerprint.Fingerprint;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.lab.collection.Texts;
import io.whorl.lab.grid.Grid;
import io.whorl.lab.model.Configuration;
import io.whorl.lab.model.LabException;
import io.whorl.lab.model.PassageOutcome;
import io.whorl.lab.parallel.Parallel;
import io.whorl.lab.passage.AlignedPassages.Pair;
import io.whorl.lab.passage.AlignedPassages.Passage;
import io.whorl.lab.rarity.RarestInCollection;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.Selection;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Measures a grid on annotated passages. Whole documents are fingerprinted, because some strategies depend on the whole
 * document. A passage is detected by the minutiae of its own chunks that both fingerprints have.
 */
public final class PassageLaboratory {
    private final Texts texts;
    private final AlignedPassages annotations;
    private final int threads;

    /** @param threads 1 to 1,024; does not change the results */
    public PassageLaboratory(Texts texts, AlignedPassages annotations, int threads) {
        this.texts = texts;
        this.annotations = annotations;
        this.threads = threads;
    }

    /**
     * Returns the outcomes in the order of the grid.
     *
     * @throws LabException if the grid names a rival, because rivals have no fingerprints
     */
    public List<PassageOutcome> run(Grid grid) throws IOException {
        for (Configuration configuration : grid.configurations()) {
            if (configuration.scheme().isEmpty()) {
                throw new LabException("[" + configuration.section() + "] " + configuration.name()
                        + " is a rival, which has no fingerprints; remove it from the grid");
            }
        }
        List<PassageOutcome> outcomes = new ArrayList<>();
        for (Configuration configuration : grid.configurations()) {
            outcomes.add(outcome(configuration));
        }
        return outcomes;
    }

    private PassageOutcome outcome(Configuration configuration) throws IOException {
        Scheme scheme = configuration.scheme().orElseThrow();
        RarestInCollection.learn(texts, scheme);
        Scheme queryScheme =
                configuration.querySelection().map(scheme::withSelection).orElse(scheme);
        Map<String, Fingerprint> sources = fingerprints(
                scheme, annotations.pairs().stream().map(Pair::source).toList());
        Map<String, Fingerprint> suspicious = fingerprints(
                queryScheme, annotations.pairs().stream().map(Pair::suspicious).toList());
        ThreadLocal<Fingerprinter> all =
                ThreadLocal.withInitial(() -> Fingerprinter.of(scheme.withSelection(Selection.of("full"))));
        PassageTally passages = PassageTally.byLength();
        PassageTally cuts = PassageTally.byCut();
        for (List<PassageTally.Count> each : Parallel.map(
                List.copyOf(annotations.bySuspicious().entrySet()),
                threads,
                document -> counts(document.getKey(), document.getValue(), all.get(), suspicious, sources))) {
            for (PassageTally.Count count : each) {
                (count.cut() ? cuts : passages).add(count);
            }
        }
        PassageTally alarms = PassageTally.whole();
        for (Pair pair : annotations.pairs()) {
            if (pair.cases() == 0) {
                alarms.add(new PassageTally.Count(
                        pair.category(),
                        0,
                        suspicious.get(pair.suspicious()).shared(sources.get(pair.source())),
                        false));
            }
        }
        return new PassageOutcome(configuration, passages.seen(), cuts.seen(), alarms.seen());
    }

    private List<PassageTally.Count> counts(
            String id,
            List<Passage> passages,
            Fingerprinter all,
            Map<String, Fingerprint> suspicious,
            Map<String, Fingerprint> sources)
            throws IOException {
        byte[] text = texts.text(id);
        List<PassageTally.Count> counts = new ArrayList<>();
        for (Passage passage : passages) {
            Fingerprint own = suspicious.get(id);
            Fingerprint source = sources.get(passage.source());
            byte[] copied = passage.of(text);
            Fingerprint whole = all.fingerprint(copied);
            counts.add(new PassageTally.Count(
                    passage.category(),
                    Math.toIntExact(whole.words()),
                    CommonMinutiae.count(whole, own, source),
                    false));
            if (passage.verbatim()) {
                for (int words : PassageTally.CUTS) {
                    Optional<byte[]> cut = FirstWords.of(copied, words);
                    if (cut.isPresent()) {
                        counts.add(new PassageTally.Count(
                                passage.category(),
                                words,
                                CommonMinutiae.count(all.fingerprint(cut.get()), own, source),
                                true));
                    }
                }
            }
        }
        return counts;
    }

    private Map<String, Fingerprint> fingerprints(Scheme scheme, List<String> ids) throws IOException {
        ThreadLocal<Fingerprinter> fingerprinters = ThreadLocal.withInitial(() -> Fingerprinter.of(scheme));
        List<String> distinct = List.copyOf(new TreeSet<>(ids));
        List<Fingerprint> made =
                Parallel.map(distinct, threads, id -> fingerprinters.get().fingerprint(texts.text(id)));
        Map<String, Fingerprint> byId = new HashMap<>();
        for (int i = 0; i < made.size(); i++) {
            byId.put(distinct.get(i), made.get(i));
        }
        return byId;
    }
}
