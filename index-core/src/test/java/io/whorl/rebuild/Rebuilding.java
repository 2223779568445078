package io.whorl.rebuild;

import io.whorl.RandomCorpus;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.RepeatedIds;
import io.whorl.bulk.TestFiles;
import io.whorl.scheme.Scheme;
import io.whorl.write.NewDocument;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** An old index and the documents of a new one. Runs are tiny, so that there are many. */
public final class Rebuilding {
    public static final Scheme SCHEME = Scheme.builder().granularity(3).build();
    /** One thread, so that the n-th operation is the same in each run. The disk is not checked. */
    public static final BuildOptions BUILD = BuildOptions.DEFAULT
            .threads(1)
            .memory(16 << 20)
            .reserve(0)
            .runText(3_000)
            .repeatedIds(RepeatedIds.FIRST)
            .storeText(true)
            .storeFingerprints(true);

    public static final RebuildOptions OPTIONS =
            RebuildOptions.DEFAULT.buildOptions(BUILD).facts(Map.of("source 1", "here"));
    public static final Map<String, byte[]> OLD = RandomCorpus.of(1, 12, 200);

    private Rebuilding() {}

    /** Documents that share passages; some ids and some texts occur twice, and two of three documents have dates. */
    public static List<NewDocument> dump(long seed, int documents) {
        List<NewDocument> dump = new ArrayList<>();
        List<Map.Entry<String, byte[]>> corpus =
                new ArrayList<>(RandomCorpus.of(seed, documents, 200).entrySet());
        for (int i = 0; i < corpus.size(); i++) {
            dump.add(document(corpus.get(i).getKey(), corpus.get(i).getValue(), i));
            if (i % 7 == 3) {
                dump.add(document(corpus.get(i / 2).getKey(), corpus.get(i).getValue(), i + 1));
            }
            if (i % 5 == 4) {
                dump.add(document("copy/" + i, corpus.get(i / 3).getValue(), i + 2));
            }
        }
        return dump;
    }

    private static NewDocument document(String id, byte[] text, int i) {
        return new NewDocument(
                id, text, i % 3 == 0 ? Optional.empty() : Optional.of(Instant.ofEpochSecond(i * 1_000_003L)));
    }

    public static void buildOld(Path index) throws IOException {
        RandomCorpus.index(index, SCHEME, OLD, BUILD.replace(true));
    }

    /** The segment that a bulk build makes from a dump. */
    public static byte[] bulk(Path index, Scheme scheme, BuildOptions options, List<NewDocument> dump)
            throws IOException {
        RandomCorpus.index(index, scheme, dump, options.replace(true));
        return TestFiles.bytes(index);
    }

    public static void addAll(IndexRebuild rebuild, List<NewDocument> dump) throws IOException {
        for (NewDocument d : dump) {
            rebuild.add(d.id(), d.utf8(), d.date());
        }
    }

    public static IndexRebuild.Report rebuild(Path index, RebuildOptions options, List<NewDocument> dump)
            throws IOException {
        try (IndexRebuild rebuild = IndexRebuild.begin(index, options)) {
            addAll(rebuild, dump);
            return rebuild.finish();
        }
    }

    public static IndexRebuild.Report resume(Path index, RebuildOptions options, List<NewDocument> dump)
            throws IOException {
        try (IndexRebuild rebuild = IndexRebuild.resume(index, options)) {
            addAll(rebuild, dump);
            return rebuild.finish();
        }
    }

    /** Begins a rebuild, adds the first documents, and stops after the run that has the last of them. */
    public static void stopped(Path index, RebuildOptions options, List<NewDocument> dump, int added)
            throws IOException {
        try (IndexRebuild rebuild = IndexRebuild.begin(index, options)) {
            addAll(rebuild, dump.subList(0, added));
            rebuild.checkpoint();
        }
    }

    /** The same without the last, unfinished run. */
    public static void stopped(Path index, List<NewDocument> dump, int added) throws IOException {
        try (IndexRebuild rebuild = IndexRebuild.begin(index, OPTIONS)) {
            addAll(rebuild, dump.subList(0, added));
        }
    }

    /** Every document of an index or a dump, by id. */
    public static Map<String, byte[]> queries(List<NewDocument> dump) {
        Map<String, byte[]> queries = new TreeMap<>(OLD);
        dump.forEach(d -> queries.put(d.id(), d.utf8()));
        return queries;
    }

    public static Map<String, byte[]> firsts(List<NewDocument> dump) {
        Map<String, byte[]> firsts = new LinkedHashMap<>();
        dump.forEach(d -> firsts.putIfAbsent(d.id(), d.utf8()));
        return firsts;
    }
}
