package io.whorl.parts;

import io.whorl.store.MergeHeap;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The ids of the live documents of several parts that have a prefix, in ascending order of their UTF-8. An id is live
 * in at most one part. Holds an id of each part, and references to those of live tiers. One thread at a time.
 */
public final class LiveIds {
    private final byte[] prefix;
    private final List<Part.Ids> parts = new ArrayList<>();
    /** The next id of each part that is in the heap. */
    private final byte[][] next;

    private final MergeHeap left;

    /** @param prefix in UTF-8 */
    public LiveIds(List<Part> of, byte[] prefix) {
        this.prefix = prefix;
        next = new byte[of.size()][];
        left = new MergeHeap(next.length, (a, b) -> Arrays.compareUnsigned(next[a], next[b]) < 0);
        for (Part part : of) {
            int number = parts.size();
            parts.add(part.ids(prefix));
            if (advance(number)) {
                left.add(number);
            }
        }
    }

    /** Moves a part to its next id with the prefix; false if there is none. */
    private boolean advance(int part) {
        Optional<byte[]> id = parts.get(part).next();
        while (id.isPresent() && Arrays.compareUnsigned(id.get(), prefix) < 0) {
            id = parts.get(part).next();
        }
        if (id.isEmpty() || !startsWith(id.get(), prefix)) {
            return false;
        }
        next[part] = id.get();
        return true;
    }

    private static boolean startsWith(byte[] id, byte[] prefix) {
        return id.length >= prefix.length && Arrays.equals(id, 0, prefix.length, prefix, 0, prefix.length);
    }

    /** The next ids, at most {@code most}; none at the end. */
    public List<String> next(int most) {
        List<String> ids = new ArrayList<>();
        while (ids.size() < most && !left.isEmpty()) {
            int part = left.top();
            ids.add(new String(next[part], StandardCharsets.UTF_8));
            left.advanced(advance(part));
        }
        return ids;
    }
}
