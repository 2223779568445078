package io.whorl.chunk;

import io.whorl.select.ChunkBlock;
import io.whorl.select.ChunkNeeds;
import io.whorl.text.WordBlock;

/**
 * What the {@link ChunkNeeds} ask about each chunk's first word, kept from where the chunk begins to where it ends. One
 * class for every need, so that the loops over units call nothing virtual for it.
 */
final class ChunkStarts {
    private final ChunkNeeds needs;
    private final FirstWordQueue words = new FirstWordQueue();
    private final PlaceQueue places = new PlaceQueue();

    ChunkStarts(ChunkNeeds needs) {
        this.needs = needs;
    }

    /** Whether there is anything to keep. */
    boolean wanted() {
        return needs != ChunkNeeds.MINUTIA;
    }

    /** Begins a document. */
    void start() {
        words.start();
        places.start();
    }

    /** Takes note of the next word, and of the chunk that begins with it, if one does. */
    void next(WordBlock block, int k, boolean chunkBegins) {
        switch (needs) {
            case MINUTIA -> {}
            case FIRST_WORD -> {
                if (chunkBegins) {
                    words.add(block.bytes, block.start(k), block.end[k]);
                }
            }
            case STRUCTURE -> {
                places.pass(block.breaks[k]);
                if (chunkBegins) {
                    places.add();
                }
            }
        }
    }

    /** The oldest chunk ends and is the {@code at}-th of the block. */
    void end(ChunkBlock out, int at) {
        switch (needs) {
            case MINUTIA -> {}
            case FIRST_WORD -> words.remove(out, at);
            case STRUCTURE -> places.remove(out, at);
        }
    }
}
