package io.whorl.lab;

import io.whorl.fingerprint.Fingerprint;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.lab.AlignedPassages.CopiedPassage;
import io.whorl.lab.AlignedPassages.Pair;
import io.whorl.lab.PassageLaboratory.PassageOutcome.Seen;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.Selection;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Measures a grid on annotated passages. Whole documents are fingerprinted, because some strategies depend on the whole
 * document. A passage is detected by the minutiae of its own chunks that both fingerprints have.
 */
public record PassageLaboratory(Texts texts, AlignedPassages annotations, int threads) {
    private static final Pattern WORD = Pattern.compile("[^ \\t-\\r]+");
    /** The numbers of words that passages are cut to: from about a clause to several sentences. */
    private static final List<Integer> CUTS = List.of(5, 10, 15, 20, 30, 50, 75, 100);

    private static final List<Integer> LENGTHS = List.of(0, 25, 50, 75, 100, 150, 200, 300, 500, 1_000, 2_000);

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
        List<Count> counts = Parallel.map(
                        List.copyOf(annotations.passages().stream()
                                .collect(Collectors.groupingBy(
                                        CopiedPassage::suspicious, TreeMap::new, Collectors.toList()))
                                .entrySet()),
                        threads,
                        document -> counts(document.getKey(), document.getValue(), all.get(), suspicious, sources))
                .stream()
                .flatMap(List::stream)
                .toList();
        Stream<Count> alarms = annotations.pairs().stream()
                .filter(pair -> pair.cases() == 0)
                .map(pair -> {
                    int shared = suspicious.get(pair.suspicious()).shared(sources.get(pair.source()));
                    return new Count(pair.category(), 0, shared, false);
                });
        return new PassageOutcome(
                configuration,
                seen(counts.stream().filter(count -> !count.cut), LENGTHS, false),
                seen(counts.stream().filter(Count::cut), CUTS, true),
                seen(alarms, List.of(0), false));
    }

    private List<Count> counts(
            String id,
            List<CopiedPassage> passages,
            Fingerprinter all,
            Map<String, Fingerprint> suspicious,
            Map<String, Fingerprint> sources)
            throws IOException {
        byte[] text = texts.text(id);
        Fingerprint own = suspicious.get(id);
        List<Count> counts = new ArrayList<>();
        for (CopiedPassage passage : passages) {
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
        Map<String, Fingerprint> byId = new ConcurrentHashMap<>();
        Parallel.map(
                List.copyOf(new TreeSet<>(ids)),
                threads,
                id -> byId.put(id, fingerprinters.get().fingerprint(texts.text(id))));
        return byId;
    }

    /**
     * Cuts a passage to so many words after the first, which may be incomplete; absent if there are not enough. Words
     * are separated by white space.
     */
    static Optional<byte[]> firstWords(byte[] utf8, int words) {
        // A character for each byte, so that positions are those of bytes.
        List<MatchResult> found = WORD.matcher(new String(utf8, StandardCharsets.ISO_8859_1))
                .results()
                .limit(words + 1L)
                .toList();
        return found.size() <= words
                ? Optional.empty()
                : Optional.of(Arrays.copyOfRange(
                        utf8, found.get(1).start(), found.get(words).end()));
    }

    /** Returns |A ∩ B ∩ C|. */
    static int common(Fingerprint a, Fingerprint b, Fingerprint c) {
        BitSet common = shared(a, b);
        common.and(shared(a, c));
        return common.cardinality();
    }

    /** Returns the positions of a fingerprint's minutiae that another one has too. */
    public static BitSet shared(Fingerprint own, Fingerprint other) {
        BitSet shared = new BitSet(own.size());
        int j = 0;
        for (int i = 0; i < own.size(); i++) {
            while (j < other.size() && Long.compareUnsigned(other.minutia(j), own.minutia(i)) < 0) {
                j++;
            }
            shared.set(i, j < other.size() && other.minutia(j) == own.minutia(i));
        }
        return shared;
    }

    /**
     * The shared minutiae of one passage.
     *
     * @param words the surviving words, or the number that the passage was cut to
     */
    private record Count(String category, int words, int common, boolean cut) {}

    /**
     * Counts passages by category, then by range of lengths.
     *
     * @param from the lower bounds of the ranges
     * @param single whether a range is its lower bound only
     */
    private static List<Seen> seen(Stream<Count> counts, List<Integer> from, boolean single) {
        Map<String, Map<Integer, List<Count>>> groups = counts.collect(Collectors.groupingBy(
                Count::category,
                TreeMap::new,
                Collectors.groupingBy(count -> range(from, count.words), TreeMap::new, Collectors.toList())));
        List<Seen> all = new ArrayList<>();
        groups.forEach((category, ranges) -> ranges.forEach((at, own) -> {
            boolean last = at + 1 == from.size() && !single;
            all.add(new Seen(
                    category,
                    from.get(at),
                    last ? OptionalInt.empty() : OptionalInt.of(single ? from.get(at) + 1 : from.get(at + 1)),
                    own.size(),
                    PassageOutcome.LEAST.stream()
                            .map(least -> (int) own.stream()
                                    .filter(count -> count.common >= least)
                                    .count())
                            .toList()));
        }));
        return all;
    }

    private static int range(List<Integer> from, int words) {
        int at = from.size() - 1;
        while (from.get(at) > words) {
            at--;
        }
        return at;
    }

    /**
     * The copied passages that a configuration detects. A passage is detected if the fingerprints of both documents
     * share a minutia of it.
     *
     * @param configuration the configuration measured; its measure is not used
     * @param cuts the detected ones among verbatim passages that were cut to their first n words
     * @param alarms pairs of documents without a copied passage that share as many minutiae, by category
     */
    public record PassageOutcome(Configuration configuration, List<Seen> passages, List<Seen> cuts, List<Seen> alarms)
            implements Configuration.Measured {
        /** The numbers of shared minutiae that {@link Seen#seen} counts by. */
        public static final List<Integer> LEAST = List.of(1, 2, 4, 8);

        /**
         * A row: passages of one category and range of lengths.
         *
         * @param fromWords the minimum number of surviving words; 0 for pairs of documents
         * @param seen the number of them that share at least 1, 2, 4 and 8 minutiae: {@link #LEAST}
         */
        public record Seen(String category, int fromWords, OptionalInt toWords, int count, List<Integer> seen) {
            public double recall(int i) {
                return count == 0 ? 0 : (double) seen.get(i) / count;
            }
        }
    }
}
