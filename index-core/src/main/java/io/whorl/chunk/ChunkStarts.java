package io.whorl.chunk;

import io.whorl.select.ChunkBlock;
import io.whorl.select.ChunkNeeds;
import io.whorl.text.WordBlock;

/**
 * Keeps the data about each chunk's first word that the {@link ChunkNeeds} demand, from the beginning to the end of the
 * chunk. One class handles all needs, so that the loops over units make no virtual call.
 */
final class ChunkStarts {
    private final ChunkNeeds needs;
    private final FirstWordQueue words = new FirstWordQueue();
    private final PlaceQueue places = new PlaceQueue();

    ChunkStarts(ChunkNeeds needs) {
        this.needs = needs;
    }

    ChunkNeeds needs() {
        return needs;
    }

    /** Begins a document. */
    void start() {
        words.start();
        places.start();
    }

    /** Processes the next word, which may begin a chunk. */
    void next(WordBlock block, int k, boolean chunkBegins) {
        switch (needs) {
            case MINUTIA -> {}
            case FIRST_WORD -> {
                if (chunkBegins) {
                    words.add(block.bytes, block.start(k), block.end[k]);
                }
            }
            case STRUCTURE -> {
                places.advance(block.breaks[k]);
                if (chunkBegins) {
                    places.add();
                }
            }
        }
    }

    /** Ends the oldest chunk, which gets index {@code at} in the block. */
    void end(ChunkBlock out, int at) {
        switch (needs) {
            case MINUTIA -> {}
            case FIRST_WORD -> words.remove(out, at);
            case STRUCTURE -> places.remove(out, at);
        }
    }
}
