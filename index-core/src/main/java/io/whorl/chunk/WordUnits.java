package io.whorl.chunk;

import io.whorl.text.WordBlock;

/** Words as units. */
final class WordUnits implements Units {
    private final WordBlock none = new WordBlock();

    @Override
    public void start() {}

    @Override
    public WordBlock of(WordBlock words) {
        return words;
    }

    @Override
    public WordBlock rest() {
        return none;
    }
}
