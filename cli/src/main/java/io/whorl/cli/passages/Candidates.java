package io.whorl.cli.passages;

import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.IndexBuilder;
import io.whorl.measure.Measure;
import io.whorl.preset.Preset;
import io.whorl.query.Match;
import io.whorl.query.Pair;
import io.whorl.query.Pairs;
import io.whorl.query.PairsOptions;
import io.whorl.query.QueryOptions;
import io.whorl.query.Snapshot;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Finds pairs of texts that may share passages, with a temporary index: those that share a few sequences of words. The
 * alignment decides.
 */
public final class Candidates {
    /** Fewer shared sequences of four words are mostly idioms. */
    private static final int LEAST_SHARED = 3;
    /** The largest number of pairs for each text, so that the time is bounded. */
    private static final int FOR_EACH_TEXT = 100;

    private final Path directory;
    private final int threads;
    private final List<String> limits = new ArrayList<>();

    /** Two texts that may share passages. */
    public record Candidate(CheckedText a, CheckedText b) {}

    /** @param directory an empty directory for the temporary indexes, which the caller deletes */
    public Candidates(Path directory, int threads) {
        this.directory = directory;
        this.threads = threads;
    }

    /** Returns pairs of these texts, those that share most first. */
    public List<Candidate> among(List<CheckedText> texts) throws IOException {
        long most = (long) FOR_EACH_TEXT * Math.max(1, texts.size());
        PairsOptions options = PairsOptions.builder()
                .measure(Measure.SHARED)
                .minScore(LEAST_SHARED)
                .top(most + 1)
                .threads(threads)
                .expanded(true)
                .build();
        List<Candidate> candidates = new ArrayList<>();
        try (Snapshot snapshot = index("texts", texts);
                Pairs pairs = snapshot.pairs(options)) {
            while (pairs.hasNext() && candidates.size() < most) {
                Pair pair = pairs.next();
                candidates.add(new Candidate(texts.get(number(pair.a())), texts.get(number(pair.b()))));
            }
            if (pairs.hasNext()) {
                limits.add(String.format(
                        Locale.ROOT,
                        "more than %,d pairs of texts share sequences of four words; only the %,d pairs that share"
                                + " most of them were compared in full",
                        most,
                        most));
            }
            long missed = pairs.ignored().documents();
            if (missed > 0) {
                limits.add(String.format(
                        Locale.ROOT,
                        "%,d %s mostly of sequences of four words that more than %,d texts share; these sequences do"
                                + " not lead to pairs, so pairs may be missing",
                        missed,
                        missed == 1 ? "text consists" : "texts consist",
                        options.maxDf()));
            }
        }
        return candidates;
    }

    /** Returns pairs of a text and a reference, in the order of the texts. */
    public List<Candidate> between(List<CheckedText> texts, List<CheckedText> references) throws IOException {
        int[] limited = {0};
        QueryOptions options = QueryOptions.builder()
                .measure(Measure.SHARED)
                .minScore(LEAST_SHARED)
                .top(FOR_EACH_TEXT + 1)
                .build();
        List<Candidate> candidates = new ArrayList<>();
        try (Snapshot snapshot = index("references", references)) {
            OrderedTasks.run(
                    texts,
                    threads,
                    text -> snapshot.query(text.masked(), options).matches(),
                    (text, matches) -> {
                        for (Match match : matches.subList(0, Math.min(FOR_EACH_TEXT, matches.size()))) {
                            candidates.add(new Candidate(text, references.get(number(match.id()))));
                        }
                        limited[0] += matches.size() > FOR_EACH_TEXT ? 1 : 0;
                    });
        }
        if (limited[0] > 0) {
            limits.add(String.format(
                    Locale.ROOT,
                    "%,d %s sequences of four words with more than %d references; only the %d references that share"
                            + " most of them were compared in full",
                    limited[0],
                    limited[0] == 1 ? "text shares" : "texts share",
                    FOR_EACH_TEXT,
                    FOR_EACH_TEXT));
        }
        return candidates;
    }

    /** Returns the limits that were reached, in sentences. */
    public List<String> limits() {
        return List.copyOf(limits);
    }

    private static int number(String id) {
        return Integer.parseInt(id);
    }

    private Snapshot index(String name, List<CheckedText> texts) throws IOException {
        Path index = directory.resolve(name);
        BuildOptions options = BuildOptions.builder().threads(threads).build();
        try (IndexBuilder builder =
                IndexBuilder.create(index, Preset.PLAGIARISM.scheme().build(), options)) {
            for (int i = 0; i < texts.size(); i++) {
                builder.add(Integer.toString(i), texts.get(i).masked());
            }
            builder.finish();
        }
        return Snapshot.open(index);
    }
}
