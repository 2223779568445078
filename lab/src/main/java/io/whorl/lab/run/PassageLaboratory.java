package io.whorl.lab.run;

import io.whorl.fingerprint.Fingerprint;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.lab.collection.AlignedPassages;
import io.whorl.lab.collection.AlignedPassages.Pair;
import io.whorl.lab.collection.AlignedPassages.Passage;
import io.whorl.lab.collection.Texts;
import io.whorl.lab.files.LabException;
import io.whorl.lab.files.Parallel;
import io.whorl.lab.run.PassageOutcome.Seen;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.Selection;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Measures a grid on annotated passages. Whole documents are fingerprinted, because some strategies depend on the whole
 * document. A passage is detected by the minutiae of its own chunks that both fingerprints have.
 *
 * @param threads 1 to 1,024; does not change the results
 */
public record PassageLaboratory(Texts texts, AlignedPassages annotations, int threads) {
    /** The numbers of words that passages are cut to: from about a clause to several sentences. */
    private static final List<Integer> CUTS = List.of(5, 10, 15, 20, 30, 50, 75, 100);

    private static final List<Integer> LENGTHS = List.of(0, 25, 50, 75, 100, 150, 200, 300, 500, 1_000, 2_000);

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
        Tally passages = new Tally(LENGTHS, false);
        Tally cuts = new Tally(CUTS, true);
        for (List<Count> each : Parallel.map(
                List.copyOf(annotations.bySuspicious().entrySet()),
                threads,
                document -> counts(document.getKey(), document.getValue(), all.get(), suspicious, sources))) {
            for (Count count : each) {
                (count.cut() ? cuts : passages).add(count);
            }
        }
        Tally alarms = new Tally(List.of(0), false);
        for (Pair pair : annotations.pairs()) {
            if (pair.cases() == 0) {
                int shared = suspicious.get(pair.suspicious()).shared(sources.get(pair.source()));
                alarms.add(new Count(pair.category(), 0, shared, false));
            }
        }
        return new PassageOutcome(configuration, passages.seen(), cuts.seen(), alarms.seen());
    }

    private List<Count> counts(
            String id,
            List<Passage> passages,
            Fingerprinter all,
            Map<String, Fingerprint> suspicious,
            Map<String, Fingerprint> sources)
            throws IOException {
        byte[] text = texts.text(id);
        Fingerprint own = suspicious.get(id);
        List<Count> counts = new ArrayList<>();
        for (Passage passage : passages) {
            Fingerprint source = sources.get(passage.source());
            byte[] copied = passage.of(text);
            Fingerprint whole = all.fingerprint(copied);
            int words = Math.toIntExact(whole.words());
            counts.add(new Count(passage.category(), words, common(whole, own, source), false));
            if (passage.verbatim()) {
                for (int first : CUTS) {
                    firstWords(copied, first)
                            .map(cut -> common(all.fingerprint(cut), own, source))
                            .ifPresent(common -> counts.add(new Count(passage.category(), first, common, true)));
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

    /**
     * Cuts a passage to so many words after the first, which may be incomplete; absent if there are not enough. Words
     * are separated by white space.
     */
    static Optional<byte[]> firstWords(byte[] utf8, int words) {
        int start = -1;
        int ended = 0;
        boolean before = true;
        for (int i = 0; i <= utf8.length; i++) {
            boolean space = i == utf8.length || utf8[i] == ' ' || utf8[i] >= '\t' && utf8[i] <= '\r';
            if (space && !before) {
                ended++;
                if (ended == words + 1) {
                    return Optional.of(Arrays.copyOfRange(utf8, start, i));
                }
            } else if (!space && before && ended == 1 && start < 0) {
                start = i;
            }
            before = space;
        }
        return Optional.empty();
    }

    /** Returns |A ∩ B ∩ C|. */
    static int common(Fingerprint a, Fingerprint b, Fingerprint c) {
        int inB = 0;
        int inC = 0;
        int common = 0;
        for (int i = 0; i < a.size(); i++) {
            long minutia = a.minutia(i);
            inB = reach(b, inB, minutia);
            inC = reach(c, inC, minutia);
            common += at(b, inB, minutia) && at(c, inC, minutia) ? 1 : 0;
        }
        return common;
    }

    /** Returns the first position from here on whose minutia is not smaller. */
    private static int reach(Fingerprint in, int from, long minutia) {
        int at = from;
        while (at < in.size() && Long.compareUnsigned(in.minutia(at), minutia) < 0) {
            at++;
        }
        return at;
    }

    private static boolean at(Fingerprint in, int place, long minutia) {
        return place < in.size() && in.minutia(place) == minutia;
    }

    /**
     * The shared minutiae of one passage.
     *
     * @param words the surviving words, or the number that the passage was cut to
     */
    private record Count(String category, int words, int common, boolean cut) {}

    /** Counts passages by category and range of lengths. */
    private static final class Tally {
        private final List<Integer> from;
        private final boolean single;
        /** For each category and number of a range: passages, and those that share at least so many minutiae. */
        private final SortedMap<String, SortedMap<Integer, int[]>> counts = new TreeMap<>();

        /**
         * @param from the lower bounds of the ranges
         * @param single whether a range is its lower bound only
         */
        Tally(List<Integer> from, boolean single) {
            this.from = from;
            this.single = single;
        }

        void add(Count count) {
            int at = from.size() - 1;
            while (from.get(at) > count.words()) {
                at--;
            }
            int[] sums = counts.computeIfAbsent(count.category(), any -> new TreeMap<>())
                    .computeIfAbsent(at, any -> new int[1 + PassageOutcome.LEAST.size()]);
            sums[0]++;
            for (int i = 0; i < PassageOutcome.LEAST.size(); i++) {
                sums[1 + i] += count.common() >= PassageOutcome.LEAST.get(i) ? 1 : 0;
            }
        }

        /** Returns the rows by category, then by length. */
        List<Seen> seen() {
            List<Seen> all = new ArrayList<>();
            counts.forEach((category, ranges) -> ranges.forEach((at, sums) -> {
                int start = from.get(at);
                OptionalInt end = single
                        ? OptionalInt.of(start + 1)
                        : at + 1 < from.size() ? OptionalInt.of(from.get(at + 1)) : OptionalInt.empty();
                all.add(new Seen(
                        category,
                        start,
                        end,
                        sums[0],
                        Arrays.stream(sums).skip(1).boxed().toList()));
            }));
            return all;
        }
    }
}
