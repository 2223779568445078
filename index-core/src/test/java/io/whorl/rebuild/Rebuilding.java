package io.whorl.rebuild;

import io.whorl.RandomCorpus;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.IndexBuilder;
import io.whorl.bulk.RepeatedIds;
import io.whorl.scheme.Scheme;
import io.whorl.store.IndexFiles;
import io.whorl.store.Manifest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

    /** A document of a dump; ids may repeat. */
    public record Doc(String id, byte[] text) {}

    private Rebuilding() {}

    /** Documents that share passages; some ids and some texts occur twice. */
    public static List<Doc> dump(long seed, int documents) {
        List<Doc> dump = new ArrayList<>();
        List<Map.Entry<String, byte[]>> corpus =
                new ArrayList<>(RandomCorpus.of(seed, documents, 200).entrySet());
        for (int i = 0; i < corpus.size(); i++) {
            dump.add(new Doc(corpus.get(i).getKey(), corpus.get(i).getValue()));
            if (i % 7 == 3) {
                dump.add(new Doc(corpus.get(i / 2).getKey(), corpus.get(i).getValue()));
            }
            if (i % 5 == 4) {
                dump.add(new Doc("copy/" + i, corpus.get(i / 3).getValue()));
            }
        }
        return dump;
    }

    public static void buildOld(Path index) throws IOException {
        RandomCorpus.index(index, SCHEME, OLD, BUILD.replace(true));
    }

    /** The segment that a bulk build makes from a dump. */
    public static byte[] bulk(Path index, Scheme scheme, BuildOptions options, List<Doc> dump) throws IOException {
        try (IndexBuilder builder = IndexBuilder.create(index, scheme, options.replace(true))) {
            for (Doc d : dump) {
                builder.add(d.id(), d.text());
            }
            builder.finish();
        }
        return segment(index);
    }

    /** The bytes of the only segment of an index. */
    public static byte[] segment(Path index) throws IOException {
        Manifest manifest = IndexFiles.readManifest(index);
        if (manifest.segments().size() != 1) {
            throw new AssertionError("segments are " + manifest.segments());
        }
        return Files.readAllBytes(index.resolve(manifest.segments().get(0).name()));
    }

    public static void addAll(IndexRebuild rebuild, List<Doc> dump) throws IOException {
        for (Doc d : dump) {
            rebuild.add(d.id(), d.text());
        }
    }

    public static IndexRebuild.Report rebuild(Path index, RebuildOptions options, List<Doc> dump) throws IOException {
        try (IndexRebuild rebuild = IndexRebuild.begin(index, options)) {
            addAll(rebuild, dump);
            return rebuild.finish();
        }
    }

    public static IndexRebuild.Report resume(Path index, RebuildOptions options, List<Doc> dump) throws IOException {
        try (IndexRebuild rebuild = IndexRebuild.resume(index, options)) {
            addAll(rebuild, dump);
            return rebuild.finish();
        }
    }

    /** Begins a rebuild, adds the first documents, and stops. */
    public static void stopped(Path index, List<Doc> dump, int added) throws IOException {
        try (IndexRebuild rebuild = IndexRebuild.begin(index, OPTIONS)) {
            addAll(rebuild, dump.subList(0, added));
        }
    }

    /** Every document of an index or a dump, by id. */
    public static Map<String, byte[]> queries(List<Doc> dump) {
        Map<String, byte[]> queries = new TreeMap<>(OLD);
        dump.forEach(d -> queries.put(d.id(), d.text()));
        return queries;
    }

    public static Map<String, byte[]> firsts(List<Doc> dump) {
        Map<String, byte[]> firsts = new LinkedHashMap<>();
        dump.forEach(d -> firsts.putIfAbsent(d.id(), d.text()));
        return firsts;
    }
}
