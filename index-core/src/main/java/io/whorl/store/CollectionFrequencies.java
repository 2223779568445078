package io.whorl.store;

import io.whorl.CorruptIndexException;
import io.whorl.store.Part.SealedPart;
import java.util.Arrays;
import java.util.List;

/**
 * Document frequencies over several segments: how many live documents hold a minutia. Documents that share postings
 * count as one. Caches the counts of some lists, so that a list that many minutiae share is rarely decoded again. One
 * thread at a time.
 */
public final class CollectionFrequencies {
    private static final int REMEMBERED = 1 << 8;
    private static final int BLOCK = 1 << 10;

    private final List<CachedPart> parts;
    private final MinutiaTable.Scratch lookUps = new MinutiaTable.Scratch();
    private final long[] payloads = new long[BLOCK];

    /** A part with cached counts of its lists. An unused cache entry has the place −1. */
    private static final class CachedPart {
        private final SealedPart part;
        private final long[] places = new long[REMEMBERED];
        private final long[] holders = new long[REMEMBERED];
        /** Reused, because a cursor has a buffer. */
        private DocumentLists.Cursor list;

        CachedPart(SealedPart part) {
            this.part = part;
            Arrays.fill(places, -1);
        }
    }

    /** @param parts whose segments are counted; views of live tiers are not */
    public CollectionFrequencies(List<? extends Part> parts) {
        this.parts = parts.stream()
                .filter(part -> part instanceof SealedPart && !part.isEmpty())
                .map(part -> new CachedPart((SealedPart) part))
                .toList();
    }

    /** A copy for another thread. */
    CollectionFrequencies copy() {
        return new CollectionFrequencies(
                parts.stream().map(cached -> cached.part).toList());
    }

    /** An empty collection: all frequencies are 0. */
    public static CollectionFrequencies none() {
        return new CollectionFrequencies(List.of());
    }

    public boolean isEmpty() {
        return parts.isEmpty();
    }

    /** The number of live documents in all segments. */
    public long documents() {
        return parts.stream().mapToLong(cached -> cached.part.documents()).sum();
    }

    /**
     * Adds to each element of {@code frequencies} the number of live documents that hold the minutia. Skips minutiae
     * whose count a damaged segment cannot provide: damage to other documents is no reason to refuse these, and queries
     * and merges report it.
     *
     * @param minutiae in the first {@code n} elements, preferably in ascending order
     */
    public void addTo(long[] minutiae, int n, long[] frequencies) {
        for (CachedPart cached : parts) {
            try {
                cached.part.segment().reading(() -> {
                    add(cached, minutiae, n, frequencies);
                    return null;
                });
            } catch (CorruptIndexException e) {
                // Skipped, as documented.
            }
        }
    }

    private void add(CachedPart cached, long[] minutiae, int n, long[] frequencies) {
        MinutiaTable table = cached.part.segment().table();
        long[] some = minutiae;
        for (int from = 0; from < n; from += BLOCK) {
            int count = Math.min(BLOCK, n - from);
            if (n > BLOCK) {
                some = Arrays.copyOfRange(minutiae, from, from + count);
            }
            table.findAll(some, 0, count, payloads, lookUps);
            for (int i = 0; i < count; i++) {
                if (payloads[i] != MinutiaTable.ABSENT) {
                    frequencies[from + i] += holders(cached, payloads[i]);
                }
            }
        }
    }

    private static long holders(CachedPart cached, long payload) {
        long documents = cached.part.dead().documents();
        if (payload < documents) {
            return lives(cached.part, payload) ? 1 : 0;
        }
        long place = payload - documents;
        int slot = (int) (place * 0x9E3779B97F4A7C15L >>> 32) & REMEMBERED - 1;
        if (cached.places[slot] != place) {
            cached.holders[slot] = living(cached, place);
            cached.places[slot] = place;
        }
        return cached.holders[slot];
    }

    private static long living(CachedPart cached, long place) {
        SealedPart part = cached.part;
        if (part.dead().isEmpty()) {
            return part.segment().lists().size(place);
        }
        DocumentLists.Cursor list = part.segment().lists().cursor(cached.list, place);
        cached.list = list;
        long living = 0;
        while (list.next()) {
            living += lives(part, list.document()) ? 1 : 0;
        }
        return living;
    }

    private static boolean lives(SealedPart part, long document) {
        Families families = part.segment().families();
        return !part.dead().contains(document)
                || !families.isEmpty() && families.firstLiving(document, part.dead()) >= 0;
    }
}
