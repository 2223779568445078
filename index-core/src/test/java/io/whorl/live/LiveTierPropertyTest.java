package io.whorl.live;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.whorl.live.LiveModel.Doc;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Views taken at several moments keep giving the answers of a plain list while documents are added. */
class LiveTierPropertyTest {
    /** A view and the number of documents that it contains. */
    private record Taken(LiveView view, int documents) {}

    @Property(tries = 150)
    void viewsAnswerLikeAList(
            @ForAll long seed,
            @ForAll boolean frequencies,
            @ForAll boolean inHeap,
            @ForAll @IntRange(min = 1, max = 60) int documents,
            @ForAll @IntRange(min = 1, max = 200) int range)
            throws IOException {
        Random random = new Random(seed);
        long[] vocabulary = vocabulary(range, random);
        LiveModel model = new LiveModel(frequencies);
        List<Taken> taken = new ArrayList<>();
        Path folder = Files.createTempDirectory("live");
        LiveLimits limits = new LiveLimits(20_000, documents);
        AtomicInteger closed = new AtomicInteger();
        try (LiveTier tier = inHeap
                ? LiveTier.inHeap(limits, frequencies, closed::incrementAndGet)
                : LiveTier.create(folder.resolve("map"), limits, frequencies)) {
            for (int d = 0; d < documents; d++) {
                if (random.nextInt(6) == 0) {
                    taken.add(new Taken(tier.view(), d));
                }
                Doc doc = document(vocabulary, random);
                model.documents.add(doc);
                assertEquals(d, doc.addTo(tier));
                if (!taken.isEmpty() && random.nextInt(8) == 0) {
                    Taken one = taken.get(random.nextInt(taken.size()));
                    model.check(one.view, one.documents, vocabulary);
                }
            }
            taken.add(new Taken(tier.view(), documents));
        }
        for (Taken one : taken) {
            model.check(one.view, one.documents, vocabulary);
            assertEquals(0, closed.get());
            one.view.close();
        }
        assertEquals(inHeap ? 1 : 0, closed.get());
        Files.delete(folder);
    }

    private static long[] vocabulary(int range, Random random) {
        long[] minutiae = random.longs(range).toArray();
        minutiae[0] = random.nextInt(3) - 1;
        minutiae[range - 1] = Long.MIN_VALUE;
        return minutiae;
    }

    private static Doc document(long[] vocabulary, Random random) {
        TreeMap<Long, Integer> minutiae = LiveModel.minutiae();
        for (int i = random.nextInt(80); i > 0; i--) {
            minutiae.merge(vocabulary[random.nextInt(vocabulary.length)], 1, Integer::sum);
        }
        byte[] extra = new byte[random.nextInt(4)];
        random.nextBytes(extra);
        return new Doc("id-" + random.nextInt(25), random.nextInt(1_000), extra, minutiae);
    }
}
