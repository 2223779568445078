package io.whorl.parts;

import io.whorl.store.Part;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;

/**
 * The ids of the live documents of several parts that have a prefix, in ascending order of their UTF-8. An id is live
 * in at most one part. Holds an id of each part, and references to those of live tiers. One thread at a time.
 */
public final class LiveIds {
    private final byte[] prefix;
    private final PriorityQueue<Head> heads = new PriorityQueue<>((a, b) -> Arrays.compareUnsigned(a.id, b.id));

    /** The next id of a part, and those behind it. */
    private record Head(byte[] id, Part.Ids rest) {}

    /** @param prefix in UTF-8 */
    public LiveIds(List<Part> of, byte[] prefix) {
        this.prefix = prefix;
        of.forEach(part -> add(part.ids(prefix)));
    }

    /** Adds a part by its next id with the prefix, if there is one. */
    private void add(Part.Ids ids) {
        Optional<byte[]> id = ids.next();
        while (id.isPresent() && Arrays.compareUnsigned(id.get(), prefix) < 0) {
            id = ids.next();
        }
        int n = prefix.length;
        if (id.isPresent() && id.get().length >= n && Arrays.equals(id.get(), 0, n, prefix, 0, n)) {
            heads.add(new Head(id.get(), ids));
        }
    }

    /** The next ids, at most {@code most}; none at the end. */
    public List<String> next(int most) {
        List<String> ids = new ArrayList<>();
        while (ids.size() < most && !heads.isEmpty()) {
            Head head = heads.poll();
            ids.add(new String(head.id, StandardCharsets.UTF_8));
            add(head.rest);
        }
        return ids;
    }
}
