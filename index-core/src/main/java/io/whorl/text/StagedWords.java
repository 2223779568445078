package io.whorl.text;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/** The words of another reader that survive all stages. */
final class StagedWords implements WordReader {
    private final WordReader source;
    private final List<WordStage> stages;

    StagedWords(WordReader source, List<WordStage> stages) {
        this.source = source;
        this.stages = List.copyOf(stages);
    }

    @Override
    public void open(byte[] utf8, int from, int to) {
        source.open(utf8, from, to);
        stages.forEach(WordStage::reset);
    }

    @Override
    public void open(InputStream utf8) throws IOException {
        source.open(utf8);
        stages.forEach(WordStage::reset);
    }

    @Override
    public boolean next(WordBlock block) throws IOException {
        while (source.next(block)) {
            for (WordStage stage : stages) {
                stage.apply(block);
            }
            if (block.count > 0) {
                return true;
            }
        }
        return false;
    }

    @Override
    public long malformed() {
        return source.malformed();
    }
}
