package io.whorl.cli.passages;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.IndexBuilder;
import io.whorl.cli.passages.SharingPair.CheckedText;
import io.whorl.passages.PassageFinder;
import io.whorl.passages.PassageOptions;
import io.whorl.preset.Preset;
import io.whorl.query.Matches.Match;
import io.whorl.query.QueryOptions;
import io.whorl.query.Snapshot;
import io.whorl.text.TextBytes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Finds pairs of texts that may share passages, with a temporary index, by the rule of {@link PassageFinder}: each text
 * is compared with the texts that share most sequences of words with it. The alignment decides.
 */
public final class Candidates {
    private static final PassageOptions RULE = PassageOptions.DEFAULT;

    private final Path directory;
    private final int threads;
    private final List<Limit> limits = new ArrayList<>();

    public record Candidate(CheckedText a, CheckedText b) {}

    /**
     * A limit that was reached.
     *
     * @param texts the number of texts that share sequences of words with too many others
     * @param most the number of others that each text is compared with
     * @param references whether the others are references
     */
    public record Limit(int texts, int most, boolean references) {}

    /** @param directory an empty directory for the temporary indexes, which the caller deletes */
    public Candidates(Path directory, int threads) {
        this.directory = directory;
        this.threads = threads;
    }

    /** Returns pairs of these texts, in the order of their first texts. */
    public List<Candidate> among(List<CheckedText> texts) throws IOException {
        return find("texts", texts, texts);
    }

    /** Returns pairs of a text and a reference, in the order of the texts. */
    public List<Candidate> between(List<CheckedText> texts, List<CheckedText> references) throws IOException {
        return find("references", texts, references);
    }

    private List<Candidate> find(String name, List<CheckedText> texts, List<CheckedText> references)
            throws IOException {
        boolean same = texts == references;
        int[] limited = {0};
        int[] number = {0};
        LongStream.Builder found = LongStream.builder();
        List<Integer> byId = byId(references);
        try (Snapshot snapshot = index(name, references, byId)) {
            QueryOptions query = RULE.query(snapshot.scheme());
            OrderedTasks.run(
                    texts,
                    threads,
                    text -> snapshot.query(TextBytes.undisguised(text.masked()), query)
                            .matches(),
                    (text, matches) -> {
                        int a = number[0]++;
                        for (Match match : matches.subList(0, Math.min(RULE.documents(), matches.size()))) {
                            int b = byId.get(Integer.parseInt(match.id()));
                            if (!same) {
                                found.add(numbers(a, b));
                            } else if (a != b) {
                                // Either text may have the other among its best.
                                found.add(numbers(Math.min(a, b), Math.max(a, b)));
                            }
                        }
                        limited[0] += matches.size() > RULE.documents() ? 1 : 0;
                    });
        }
        if (limited[0] > 0) {
            limits.add(new Limit(limited[0], RULE.documents(), !same));
        }
        return found.build()
                .sorted()
                .distinct()
                .mapToObj(pair -> new Candidate(texts.get((int) (pair >>> 32)), references.get((int) pair)))
                .collect(Collectors.toCollection(ArrayList::new));
    }

    private static long numbers(int a, int b) {
        return (long) a << 32 | b;
    }

    /** Returns the limits that were reached. */
    public List<Limit> limits() {
        return List.copyOf(limits);
    }

    /**
     * Returns the numbers of texts in the order of their ids, because an index orders texts that share as much by id.
     */
    private static List<Integer> byId(List<CheckedText> texts) {
        return IntStream.range(0, texts.size())
                .boxed()
                .sorted(Comparator.comparing(i -> texts.get(i).id().getBytes(UTF_8), Arrays::compareUnsigned))
                .toList();
    }

    private Snapshot index(String name, List<CheckedText> texts, List<Integer> byId) throws IOException {
        Path index = directory.resolve(name);
        BuildOptions options = BuildOptions.DEFAULT.threads(threads);
        try (IndexBuilder builder =
                IndexBuilder.create(index, Preset.PLAGIARISM.scheme().build(), options)) {
            for (int i = 0; i < byId.size(); i++) {
                builder.add(
                        String.format(Locale.ROOT, "%010d", i),
                        TextBytes.undisguised(texts.get(byId.get(i)).masked()));
            }
            builder.finish();
        }
        return Snapshot.open(index);
    }
}
