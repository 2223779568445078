package io.whorl.store;

import io.whorl.CorruptIndexException;
import java.util.Arrays;
import java.util.List;

/**
 * How many living documents of some segments hold a minutia (f_t), those that share postings counting as one. Remembers
 * a few lists, so that a list that many minutiae share is seldom read again. One thread at a time.
 */
public final class CollectionFrequencies {
    private static final int REMEMBERED = 1 << 8;
    private static final int BLOCK = 1 << 10;

    private final List<Held> parts;
    private final MinutiaTable.Scratch lookUps = new MinutiaTable.Scratch();
    private final long[] payloads = new long[BLOCK];

    /**
     * A segment whose documents count.
     *
     * @param dead those of its documents that do not
     */
    public record Part(Segment segment, DeadDocuments dead) {
        private long living() {
            return dead.documents() - dead.count();
        }
    }

    /** A part, and the counts of some of its lists; a place of −1 is of no list. */
    private record Held(Part part, long[] places, long[] holders) {}

    public CollectionFrequencies(List<Part> parts) {
        this.parts = parts.stream()
                .filter(part -> part.living() > 0)
                .map(part -> {
                    long[] places = new long[REMEMBERED];
                    Arrays.fill(places, -1);
                    return new Held(part, places, new long[REMEMBERED]);
                })
                .toList();
    }

    /** The same for another thread. */
    CollectionFrequencies copy() {
        return new CollectionFrequencies(parts.stream().map(Held::part).toList());
    }

    /** Of no segment: all frequencies are 0. */
    public static CollectionFrequencies none() {
        return new CollectionFrequencies(List.of());
    }

    public boolean isEmpty() {
        return parts.isEmpty();
    }

    /** Living documents of all segments. */
    public long documents() {
        return parts.stream().mapToLong(held -> held.part.living()).sum();
    }

    /**
     * Adds to each minutia's place how many living documents hold it. It leaves out minutiae whose count a damaged
     * segment does not give: damage to other documents is no reason to refuse these, and queries and merges of those
     * report it.
     *
     * @param minutiae in the first {@code n} places, best in ascending order
     */
    public void addTo(long[] minutiae, int n, long[] frequencies) {
        for (Held held : parts) {
            try {
                held.part.segment.reading(() -> {
                    add(held, minutiae, n, frequencies);
                    return null;
                });
            } catch (CorruptIndexException e) {
                // See above.
            }
        }
    }

    private void add(Held held, long[] minutiae, int n, long[] frequencies) {
        MinutiaTable table = held.part.segment.table();
        long[] some = minutiae;
        for (int from = 0; from < n; from += BLOCK) {
            int count = Math.min(BLOCK, n - from);
            if (n > BLOCK) {
                some = Arrays.copyOfRange(minutiae, from, from + count);
            }
            table.findAll(some, 0, count, payloads, lookUps);
            for (int i = 0; i < count; i++) {
                if (payloads[i] != MinutiaTable.ABSENT) {
                    frequencies[from + i] += holders(held, payloads[i]);
                }
            }
        }
    }

    private static long holders(Held held, long payload) {
        long documents = held.part.dead.documents();
        if (payload < documents) {
            return lives(held.part, payload) ? 1 : 0;
        }
        long place = payload - documents;
        int slot = (int) (place * 0x9E3779B97F4A7C15L >>> 32) & REMEMBERED - 1;
        if (held.places[slot] != place) {
            held.holders[slot] = living(held.part, place);
            held.places[slot] = place;
        }
        return held.holders[slot];
    }

    private static long living(Part part, long place) {
        DocumentLists.Cursor list = part.segment.lists().cursor(place);
        if (part.dead.isEmpty()) {
            return list.left();
        }
        long living = 0;
        while (list.next()) {
            living += lives(part, list.document()) ? 1 : 0;
        }
        return living;
    }

    private static boolean lives(Part part, long document) {
        Families families = part.segment.families();
        return !part.dead.contains(document) || !families.isEmpty() && families.firstLiving(document, part.dead) >= 0;
    }
}
