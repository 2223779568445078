package io.whorl.lab.rarity;

import io.whorl.select.ChunkBlock;
import io.whorl.select.SelectedChunks;
import io.whorl.select.Selector;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;

/** Keeps the distinct minutiae of a document until its end, and selects the rarest. */
final class RarestSelector implements Selector {
    private record Candidate(long minutia, long place, int documents) {}

    private static final Comparator<Candidate> RAREST_FIRST =
            Comparator.comparingInt(Candidate::documents).thenComparingLong(Candidate::place);

    private final int r;
    private final CollectionFrequencies collection;
    private final Map<Long, Long> firstPlaces = new LinkedHashMap<>();

    RarestSelector(int r, CollectionFrequencies collection) {
        this.r = r;
        this.collection = collection;
    }

    @Override
    public void start() {
        firstPlaces.clear();
    }

    @Override
    public boolean accept(ChunkBlock chunks, SelectedChunks out) {
        for (int i = 0; i < chunks.count; i++) {
            firstPlaces.putIfAbsent(chunks.minutia[i], chunks.first + i);
        }
        return true;
    }

    @Override
    public void finish(long words, long chunks, SelectedChunks out) {
        firstPlaces.entrySet().stream()
                .map(each -> new Candidate(each.getKey(), each.getValue(), collection.documents(each.getKey())))
                .sorted(RAREST_FIRST)
                .limit(r)
                .sorted(Comparator.comparingLong(Candidate::place))
                .forEach(each -> out.add(each.minutia(), each.place()));
    }
}
