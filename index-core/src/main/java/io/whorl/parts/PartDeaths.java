package io.whorl.parts;

import java.util.ArrayList;
import java.util.List;
import org.agrona.collections.LongArrayList;

/** The documents of some parts that later operations delete or replace. One thread at a time. */
final class PartDeaths {
    private final List<Part> parts;
    private final List<LongArrayList> dead = new ArrayList<>();

    /** @param parts oldest first; an id is live in one part at most */
    PartDeaths(List<? extends Part> parts) {
        this.parts = List.copyOf(parts);
        parts.forEach(part -> dead.add(new LongArrayList()));
    }

    /** Marks the live document of an id as dead, if there is one. */
    void kill(byte[] id) {
        for (int i = parts.size() - 1; i >= 0; i--) {
            long document = parts.get(i).living(id);
            if (document >= 0) {
                dead.get(i).addLong(document);
                return;
            }
        }
    }

    /** Marks a document as dead. */
    void kill(int part, long document) {
        dead.get(part).addLong(document);
    }

    /** A part without the documents that are marked as dead. It shares the files or the view. */
    Part part(int i) {
        Part part = parts.get(i);
        return part.dead(part.dead().with(dead.get(i).toLongArray(), dead.get(i).size()));
    }
}
