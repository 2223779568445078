package io.whorl;

import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.BuildReport;
import io.whorl.bulk.IndexBuilder;
import io.whorl.scheme.Scheme;
import io.whorl.testing.Repeated;
import io.whorl.write.NewDocument;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Documents that share passages, as versions and copies do; the same for the same seed. */
public final class RandomCorpus {
    private RandomCorpus() {}

    /** Ids to texts, in an order of arrival that is not that of the ids. */
    public static Map<String, byte[]> of(long seed, int documents, int mostWords) {
        Random random = new Random(seed);
        List<List<String>> passages = Repeated.list(12, i -> words(random, 3 + random.nextInt(60)));
        Map<String, byte[]> corpus = new LinkedHashMap<>();
        while (corpus.size() < documents) {
            List<String> text = new ArrayList<>();
            int length = random.nextInt(mostWords + 1);
            while (text.size() < length) {
                text.addAll(
                        random.nextInt(3) > 0
                                ? passages.get(random.nextInt(passages.size()))
                                : words(random, 1 + random.nextInt(20)));
            }
            corpus.put(id(random), utf8(String.join(" ", text.subList(0, length))));
        }
        return corpus;
    }

    /** Up to so many documents that share passages, some of them equal, by ids in ascending order. */
    public static SortedMap<String, byte[]> copied(long seed, int most, int mostWords) {
        Random random = new Random(seed);
        List<byte[]> texts =
                List.copyOf(of(seed, 3 + random.nextInt(most), mostWords).values());
        SortedMap<String, byte[]> corpus = new TreeMap<>();
        for (int i = 0; i < texts.size(); i++) {
            int text = random.nextInt(4) == 0 ? random.nextInt(texts.size()) : i;
            corpus.put(String.format("d%03d", i), texts.get(text));
        }
        return corpus;
    }

    private static String id(Random random) {
        String[] folders = {"a/", "a/b/", "\u00e9/", "\uD83D\uDE00", "", "Z"};
        return folders[random.nextInt(folders.length)] + random.nextInt(100_000) + ".txt";
    }

    private static List<String> words(Random random, int n) {
        return Repeated.list(n, i -> Integer.toString(random.nextInt(random.nextInt(4) == 0 ? 8 : 2_000), 36));
    }

    /** Numbered words, each with a space after it. */
    public static String words(String prefix, int from, int to) {
        return IntStream.range(from, to).mapToObj(i -> prefix + i + " ").collect(Collectors.joining());
    }

    public static byte[] text(Random random, int words, int different) {
        return utf8(random.ints(words, 0, different)
                .mapToObj(i -> Integer.toString(i, 36))
                .collect(Collectors.joining(" ")));
    }

    public static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Builds an index of documents, in their order. */
    public static BuildReport index(Path index, Scheme scheme, Map<String, byte[]> corpus, BuildOptions options)
            throws IOException {
        return index(index, scheme, documents(corpus, id -> Optional.empty()), options);
    }

    /** Documents with dates, by id. */
    public static List<NewDocument> documents(Map<String, byte[]> corpus, Function<String, Optional<Instant>> dates) {
        List<NewDocument> documents = new ArrayList<>();
        corpus.forEach((id, text) -> documents.add(new NewDocument(id, text, dates.apply(id))));
        return documents;
    }

    /** Builds an index of documents in a new folder within one. */
    public static Path indexIn(Path folder, Scheme scheme, Map<String, byte[]> corpus, BuildOptions options)
            throws IOException {
        return indexIn(folder, scheme, documents(corpus, id -> Optional.empty()), options);
    }

    public static Path indexIn(Path folder, Scheme scheme, List<NewDocument> documents, BuildOptions options)
            throws IOException {
        Path index = Files.createTempDirectory(folder, "index").resolve("i");
        index(index, scheme, documents, options);
        return index;
    }

    /** The same for documents whose ids may repeat. */
    public static BuildReport index(Path index, Scheme scheme, List<NewDocument> documents, BuildOptions options)
            throws IOException {
        try (IndexBuilder builder = IndexBuilder.create(index, scheme, options)) {
            for (NewDocument d : documents) {
                builder.add(d.id(), d.utf8(), d.date());
            }
            return builder.finish();
        }
    }
}
