package io.whorl.bench.live;

import io.whorl.bench.live.ChainLayout.Update;
import java.nio.file.Path;

/** The layouts compared. */
public enum LiveLayout {
    /** A chain in heap, its head replaced by {@code put}. */
    CHAIN_PUT,
    /** A chain in heap, its head replaced where it lies. */
    CHAIN_IN_PLACE,
    /** A chain in heap, its head made and replaced by {@code acquireUsing}. */
    CHAIN_ACQUIRE,
    /** As {@link #CHAIN_IN_PLACE}, with the chain outside of the heap. */
    CHAIN_DIRECT,
    /** The whole list is the value. */
    ARRAYS,
    /** The live tier itself, with its documents, its checks, and a cursor to ask by. */
    LIVE_TIER;

    /** Makes an empty one with room for so many postings. */
    public PostingLayout create(Path file, int postings) {
        return switch (this) {
            case CHAIN_PUT -> new ChainLayout(file, postings, Arena.inHeap(postings), Update.PUT);
            case CHAIN_IN_PLACE -> new ChainLayout(file, postings, Arena.inHeap(postings), Update.IN_PLACE);
            case CHAIN_ACQUIRE -> new ChainLayout(file, postings, Arena.inHeap(postings), Update.ACQUIRE);
            case CHAIN_DIRECT -> new ChainLayout(file, postings, Arena.direct(postings), Update.IN_PLACE);
            case ARRAYS -> new ArrayLayout(file, postings);
            case LIVE_TIER -> new TierLayout(file, postings);
        };
    }
}
