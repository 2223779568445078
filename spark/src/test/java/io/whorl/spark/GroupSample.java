package io.whorl.spark;

import io.whorl.testing.Repeated;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * Small collections with what is hard to group: copies, chains of versions, parts of others, a template in most
 * documents, documents of nothing but the template, equal scores, and documents without minutiae.
 */
final class GroupSample {
    static final StructType SCHEMA = new StructType()
            .add("id", DataTypes.StringType)
            .add("text", DataTypes.StringType)
            .add("date", DataTypes.TimestampType)
            .add("rank", DataTypes.StringType);

    /** @param date null if there is none */
    record Document(String id, String text, Instant date, String rank) {}

    private final Random random;
    private final List<Document> documents = new ArrayList<>();

    private GroupSample(long seed) {
        random = new Random(seed);
    }

    /** About so many documents, in a random order. */
    static List<Document> of(long seed, int count) {
        GroupSample sample = new GroupSample(seed);
        while (sample.documents.size() < count) {
            sample.group();
        }
        Collections.shuffle(sample.documents, sample.random);
        return sample.documents;
    }

    /** A session for small collections: plans that change while they run cost more than they give for a few rows. */
    static SparkSession session() {
        SparkSession session = SampleDocuments.session().newSession();
        session.conf().set("spark.sql.adaptive.enabled", false);
        return session;
    }

    static Dataset<Row> frame(List<Document> documents) {
        List<Row> rows = documents.stream()
                .map(d -> RowFactory.create(d.id, d.text, d.date == null ? null : Timestamp.from(d.date), d.rank))
                .toList();
        return session().createDataFrame(rows, SCHEMA).repartition(2);
    }

    private List<String> words(int n) {
        return Repeated.list(n, i -> "w" + random.nextInt(400));
    }

    private static List<String> template() {
        Random fixed = new Random(3);
        return Repeated.list(12, i -> "t" + fixed.nextInt(1_000));
    }

    private void add(List<String> words) {
        List<String> all = new ArrayList<>(words);
        if (random.nextInt(4) > 0) {
            all.addAll(template());
        }
        String[] beginnings = {"é", "a/", "Z", "z", "doc-"};
        String id = beginnings[random.nextInt(beginnings.length)] + documents.size();
        Instant date = random.nextInt(4) == 0 ? null : Instant.ofEpochSecond(random.nextInt(20) * 1_000_000L);
        String[] ranks = {null, "7", "-2.5", "1e3", "b", "a", "ab"};
        documents.add(new Document(id, String.join(" ", all), date, ranks[random.nextInt(ranks.length)]));
    }

    private void group() {
        List<String> first = words(20 + random.nextInt(40));
        switch (random.nextInt(6)) {
            case 0 -> {
                List<String> version = first;
                for (int i = 0; i < 6; i++) {
                    add(version);
                    version = changed(version);
                }
            }
            case 1 -> {
                for (int i = 0; i < 4; i++) {
                    add(first);
                }
            }
            case 2 -> {
                add(first);
                add(first.subList(0, first.size() / 2));
                add(first.subList(first.size() / 2, first.size()));
            }
            case 3 -> {
                // Two pairs of equal scores.
                add(first);
                List<String> second = new ArrayList<>(first);
                second.set(0, "x");
                add(second);
                List<String> third = new ArrayList<>(first);
                third.set(0, "y");
                add(third);
            }
            case 4 -> {
                add(List.of());
                add(List.of("one", "two"));
            }
            default -> add(first);
        }
    }

    private List<String> changed(List<String> words) {
        List<String> changed = new ArrayList<>(words);
        int at = random.nextInt(Math.max(1, changed.size() - 6));
        for (int i = 0; i < 5; i++) {
            changed.set(at + i, "c" + random.nextInt(400));
        }
        return changed;
    }
}
