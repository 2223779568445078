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

    /** Two texts that may share passages. */
    public record Candidate(CheckedText a, CheckedText b) {}

    /** @param directory an empty directory for the temporary indexes, which the caller deletes */
    public Candidates(Path directory, int threads) {
        this.directory = directory;
        this.threads = threads;
    }

    /** Returns pairs of these texts, those that share most first. */
    public List<Candidate> among(List<CheckedText> texts) throws IOException {
        PairsOptions options = PairsOptions.builder()
                .measure(Measure.SHARED)
                .minScore(LEAST_SHARED)
                .top((long) FOR_EACH_TEXT * Math.max(1, texts.size()))
                .threads(threads)
                .expanded(true)
                .build();
        List<Candidate> candidates = new ArrayList<>();
        try (Snapshot snapshot = index("texts", texts);
                Pairs pairs = snapshot.pairs(options)) {
            while (pairs.hasNext()) {
                Pair pair = pairs.next();
                candidates.add(new Candidate(texts.get(number(pair.a())), texts.get(number(pair.b()))));
            }
        }
        return candidates;
    }

    /** Returns pairs of a text and a reference, in the order of the texts. */
    public List<Candidate> between(List<CheckedText> texts, List<CheckedText> references) throws IOException {
        QueryOptions options = QueryOptions.builder()
                .measure(Measure.SHARED)
                .minScore(LEAST_SHARED)
                .top(FOR_EACH_TEXT)
                .build();
        List<Candidate> candidates = new ArrayList<>();
        try (Snapshot snapshot = index("references", references)) {
            OrderedTasks.run(
                    texts,
                    threads,
                    text -> snapshot.query(text.masked(), options).matches(),
                    (text, matches) -> {
                        for (Match match : matches) {
                            candidates.add(new Candidate(text, references.get(number(match.id()))));
                        }
                    });
        }
        return candidates;
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
