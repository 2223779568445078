package io.whorl.query;

import io.whorl.RandomCorpus;
import io.whorl.SharedPostings;
import io.whorl.build.Assembled;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.TestFiles;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.live.LiveTier;
import io.whorl.live.LiveTier.LiveLimits;
import io.whorl.live.LiveTier.TierHeap;
import io.whorl.live.LiveView;
import io.whorl.parts.SnapshotParts;
import io.whorl.scheme.Scheme;
import io.whorl.store.DeadDocuments;
import io.whorl.store.Part;
import io.whorl.store.Part.SealedPart;
import io.whorl.store.Segment;
import io.whorl.store.StoredKinds;
import io.whorl.testing.Repeated;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Random documents spread over sealed and live parts, with replaced and deleted documents among them, and one segment
 * of the live documents only.
 */
final class RandomParts implements AutoCloseable {
    final Map<String, byte[]> living = new LinkedHashMap<>();
    final Map<String, byte[]> dead = new LinkedHashMap<>();
    /** Live documents that share postings in one part. */
    final List<List<String>> families = new ArrayList<>();

    static final long HEAP = 1L << 40;

    /** The heap of live tiers, until their views are closed. */
    final TierHeap heap = new TierHeap(HEAP);

    final SnapshotParts parts;
    final Segment single;
    private final Scheme scheme;
    private final Random random;
    private final Path directory = Files.createTempDirectory("whorl-test");
    private final int aliased;
    private int indexes;

    /** @param deaths the number of deleted documents in a hundred */
    RandomParts(Scheme partial, long seed, int sealedParts, int liveParts, int deaths) throws IOException {
        this(partial, seed, sealedParts, liveParts, deaths, 0);
    }

    /**
     * @param deaths the number of deleted documents in a hundred
     * @param aliased the number in a hundred of the sealed documents of equal fingerprints that share postings
     */
    RandomParts(Scheme partial, long seed, int sealedParts, int liveParts, int deaths, int aliased) throws IOException {
        random = new Random(seed);
        this.aliased = aliased;
        scheme = Fingerprinter.of(partial).scheme();
        Map<String, byte[]> corpus = RandomCorpus.of(seed, 2 + random.nextInt(40), 420);
        List<String> ids = new ArrayList<>(corpus.keySet());
        List<Map<String, byte[]>> here = Repeated.list(sealedParts + liveParts, p -> new LinkedHashMap<>());
        List<Map<String, byte[]>> gone = Repeated.list(sealedParts + liveParts, p -> new LinkedHashMap<>());
        for (String id : ids) {
            int home = random.nextInt(here.size());
            // Copies give equal scores within parts and across parts.
            byte[] text = aliased > 0
                    ? copy(corpus, ids)
                    : random.nextInt(3) == 0 ? corpus.get(ids.get(random.nextInt(ids.size()))) : corpus.get(id);
            boolean deleted = random.nextInt(100) < deaths / 2;
            if (!deleted) {
                here.get(home).put(id, text);
                living.put(id, text);
            }
            for (int p = 0; p < here.size(); p++) {
                // A segment holds an id once; a tier also holds the replaced document.
                if (random.nextInt(100) < deaths && (p != home || p >= sealedParts || deleted)) {
                    gone.get(p)
                            .put(id, aliased > 0 ? copy(corpus, ids) : corpus.get(ids.get(random.nextInt(ids.size()))));
                }
            }
        }
        gone.forEach(dead::putAll);
        dead.keySet().removeAll(living.keySet());
        List<Part> all = Repeated.list(
                here.size(), p -> p < sealedParts ? sealed(here.get(p), gone.get(p)) : live(here.get(p), gone.get(p)));
        single = families.isEmpty() ? segment(living) : SharedPostings.with(segment(living), families, file());
        parts = given(scheme, all, sealedParts);
    }

    /** Parts that do not change, of an index without files. */
    static SnapshotParts given(Scheme scheme, List<Part> parts, int segments) {
        return new SnapshotParts(
                scheme, StoredKinds.NONE, parts, List.of(), segments, OptionalLong.of(1), 1, Optional::empty);
    }

    List<LiveView> live() {
        return parts.parts().stream()
                .filter(LiveView.class::isInstance)
                .map(LiveView.class::cast)
                .toList();
    }

    private SealedPart sealed(Map<String, byte[]> here, Map<String, byte[]> gone) throws IOException {
        Map<String, byte[]> all = new LinkedHashMap<>(gone);
        all.putAll(here);
        Segment segment = shared(segment(all), all, gone.keySet());
        long[] ordinals = gone.keySet().stream()
                .mapToLong(id -> segment.documents().find(id))
                .toArray();
        return new SealedPart(segment, DeadDocuments.none(all.size()).with(ordinals, ordinals.length));
    }

    /** One of a few texts, sometimes with another word, which not every selection keeps. */
    private byte[] copy(Map<String, byte[]> corpus, List<String> ids) {
        byte[] text = corpus.get(ids.get(random.nextInt(1 + ids.size() / 6)));
        return random.nextInt(3) > 0
                ? text
                : RandomCorpus.utf8(new String(text, StandardCharsets.UTF_8) + " w" + random.nextInt(9));
    }

    private Segment shared(Segment segment, Map<String, byte[]> all, Set<String> gone) throws IOException {
        if (aliased == 0) {
            return segment;
        }
        List<List<String>> here = SharedPostings.families(Fingerprinter.of(scheme), all, random, aliased);
        for (List<String> family : here) {
            List<String> left = family.stream().filter(id -> !gone.contains(id)).toList();
            if (left.size() > 1) {
                families.add(left);
            }
        }
        return SharedPostings.with(segment, here, file());
    }

    private Path file() {
        return directory.resolve("segment" + indexes++);
    }

    /** A slow search of the live documents, which counts a family once. */
    SlowSearch model() {
        SlowSearch model = new SlowSearch(scheme, living);
        families.forEach(model.index::share);
        return model;
    }

    private LiveView live(Map<String, byte[]> here, Map<String, byte[]> gone) {
        LiveTier tier = LiveTier.inHeap(new LiveLimits(1 << 20, 1 << 10), scheme.frequencies(), heap)
                .orElseThrow();
        for (Map<String, byte[]> corpus : List.of(gone, here)) {
            Assembled.of(scheme, corpus).values().forEach(document -> tier.add(document.logged()));
        }
        long[] numbers = new long[gone.size()];
        Arrays.setAll(numbers, i -> i);
        // A tier has room for more documents than its views.
        int documents = tier.documents();
        DeadDocuments dead = DeadDocuments.none(documents + 9).with(numbers, numbers.length);
        LiveView view = tier.view(documents, dead);
        view.take();
        tier.leaveToViews();
        return view;
    }

    private Segment segment(Map<String, byte[]> corpus) throws IOException {
        Path index = directory.resolve("index" + indexes++);
        RandomCorpus.index(index, scheme, corpus, BuildOptions.DEFAULT.threads(1));
        return TestFiles.segment(index);
    }

    /** The live documents in one segment. */
    SnapshotParts singleParts() {
        return given(scheme, List.of(SealedPart.of(single)), parts.segments());
    }

    List<byte[]> queries() {
        List<byte[]> queries =
                new ArrayList<>(RandomCorpus.of(random.nextLong(), 1, 420).values());
        Stream.of(living, dead).flatMap(m -> m.values().stream().limit(2)).forEach(queries::add);
        queries.add(new byte[0]);
        return queries;
    }

    @Override
    public void close() throws IOException {
        TestFiles.delete(directory);
    }
}
