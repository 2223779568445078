package io.whorl.write;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.whorl.ChildJvm;
import io.whorl.RandomCorpus;
import io.whorl.measure.Measure;
import io.whorl.query.Matches.Match;
import io.whorl.query.QueryOptions;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The weights of documents are available as soon as they are committed, and no query computes them again. */
class WeightsAtHandTest {
    private static final Scheme WORDS =
            Scheme.builder().granularity(1).frequencies(true).build();
    private static final QueryOptions QUERIES = QueryOptions.DEFAULT.measure(Measure.WEIGHTED_RESEMBLANCE);
    private static final byte[] QUERY = RandomCorpus.utf8("a b c");

    @TempDir
    private Path temp;

    private static IndexWriter writer(Path index) throws IOException {
        IndexWriter writer = IndexWriter.create(index, WORDS, WriterOptions.DEFAULT);
        writer.add("1", RandomCorpus.utf8("a b c d"));
        writer.add("2", RandomCorpus.utf8("a b x y"));
        writer.commit();
        writer.seal();
        writer.add("3", RandomCorpus.utf8("a b c z"));
        writer.commit();
        return writer;
    }

    /**
     * N = 3, f_a = f_b = 3, f_c = 2, f_z = 1; no ln f_t exceeds ln 1.5. So W(3) = 4 ln 3 − 3 ln 1.5 = 3.178054, and a,
     * b and c, the whole query, weigh 2 ln 2 + ln 2.5 = 2.302585. Without the segment W(3) would be 4.394449.
     */
    @Test
    void aDocumentHasTheSameWeightLiveLoggedAndSealed() throws IOException {
        Path index = temp.resolve("index");
        try (IndexWriter writer = writer(index)) {
            for (boolean sealed : new boolean[] {false, true}) {
                try (Snapshot own = writer.snapshot();
                        Snapshot others = Snapshot.open(index)) {
                    for (Snapshot snapshot : List.of(own, others)) {
                        Match third = snapshot.query(QUERY, QUERIES).matches().stream()
                                .filter(match -> match.id().equals("3"))
                                .findFirst()
                                .orElseThrow();
                        assertEquals(2.302585 / 3.178054, third.score(), 3e-4);
                    }
                }
                writer.seal();
            }
        }
    }

    /**
     * The weight of a document of some hundred minutiae is estimated from 64 of them while it is live, and from about
     * 128 when it is sealed. In such a small index, documents weigh little, so the estimates differ by several percent.
     */
    @Test
    void theWeightOfALongLiveDocumentIsCloseToItsSealedWeight() throws IOException {
        Random random = new Random(7);
        List<byte[]> texts = new ArrayList<>();
        for (int d = 0; d < 30; d++) {
            StringBuilder text = new StringBuilder();
            for (int w = 0; w < 900; w++) {
                text.append("w")
                        .append((int) (3_000 * Math.pow(random.nextDouble(), 3)))
                        .append(' ');
            }
            texts.add(RandomCorpus.utf8(text.toString()));
        }
        try (IndexWriter writer = IndexWriter.create(temp.resolve("index"), WORDS, WriterOptions.DEFAULT)) {
            for (int d = 0; d < texts.size(); d++) {
                if (d == texts.size() - 1) {
                    writer.commit();
                    writer.seal();
                }
                writer.add("d" + d, texts.get(d));
            }
            writer.commit();
            double live = scoreOfLast(writer, texts);
            writer.seal();
            double sealed = scoreOfLast(writer, texts);
            assertNotEquals(sealed, live);
            assertEquals(1, live / sealed, 0.15);
        }
    }

    private static double scoreOfLast(IndexWriter writer, List<byte[]> texts) throws IOException {
        try (Snapshot snapshot = writer.snapshot()) {
            return snapshot.query(texts.get(0), QUERIES.top(texts.size())).matches().stream()
                    .filter(match -> match.id().equals("d" + (texts.size() - 1)))
                    .findFirst()
                    .orElseThrow()
                    .score();
        }
    }

    /** Its weight was computed when its minutiae were rarer. All of it is shared, so its current weight is known. */
    @Test
    void aCopyScoresOneEvenWithAnOldWeight() throws IOException {
        try (IndexWriter writer = writer(temp.resolve("index"));
                Snapshot snapshot = writer.snapshot()) {
            Match first = snapshot.query(RandomCorpus.utf8("a b c d"), QUERIES)
                    .matches()
                    .get(0);
            assertEquals("1", first.id());
            assertEquals(1, first.score());
        }
    }

    /**
     * Exact weights would merge the whole index, for which there is no space here. A child without flags has no map.
     */
    @Test
    void aQueryAfterACommitDoesNotMerge() throws Exception {
        Path scratch = Files.createDirectory(temp.resolve("scratch"));
        List<String> flags = List.of("-Djava.io.tmpdir=" + scratch);
        try (ChildJvm child = ChildJvm.start(
                flags, WeightsAtHandTest.class, temp.resolve("other").toString(), scratch.toString())) {
            assertEquals("found [3, 1, 2]", child.awaitLine("found"));
            assertEquals("exact weights need " + scratch, child.awaitLine("exact"));
        }
    }

    /** The child process: queries after a commit, without a directory for scratch files. */
    public static void main(String[] args) throws IOException {
        Path scratch = Path.of(args[1]);
        try (IndexWriter writer = writer(Path.of(args[0]));
                Snapshot snapshot = writer.snapshot()) {
            try (var left = Files.list(scratch)) {
                for (Path file : left.toList()) {
                    Files.delete(file);
                }
            }
            Files.delete(scratch);
            System.out.println("found "
                    + snapshot.query(QUERY, QUERIES).matches().stream()
                            .map(Match::id)
                            .toList());
            try {
                snapshot.query(QUERY, QUERIES.exactWeights(true));
                System.out.println("exact weights needed nothing");
            } catch (UncheckedIOException e) {
                System.out.println("exact weights need " + scratch);
            }
        }
    }
}
