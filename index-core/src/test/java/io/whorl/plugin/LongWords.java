package io.whorl.plugin;

import io.whorl.scheme.Chunking;
import io.whorl.scheme.Selection;
import io.whorl.select.ChunkBlock;
import io.whorl.select.ChunkNeeds;
import io.whorl.select.SelectedChunks;
import io.whorl.select.SelectionStrategy;
import java.util.List;
import java.util.Map;
import java.util.function.LongUnaryOperator;

/**
 * A plug-in that uses only public types, like one of a user. It selects the chunks whose first word has at least a
 * given number of bytes.
 */
public class LongWords extends IdleStrategy {
    private final int bytes;

    /** Called by the service loader. */
    public LongWords() {
        this("long-words");
    }

    public LongWords(String name) {
        this(name, 6);
    }

    private LongWords(String name, int bytes) {
        super(name);
        this.bytes = bytes;
    }

    @Override
    public List<String> parameters() {
        return List.of("bytes");
    }

    @Override
    public SelectionStrategy create(Selection selection, Chunking chunking, LongUnaryOperator order) {
        return new LongWords(name(), Integer.parseInt(selection.parameters().getOrDefault("bytes", "6")));
    }

    @Override
    public Selection selection() {
        return new Selection(name(), Map.of("bytes", Integer.toString(bytes)));
    }

    @Override
    public ChunkNeeds needs() {
        return ChunkNeeds.FIRST_WORD;
    }

    @Override
    public boolean accept(ChunkBlock chunks, SelectedChunks out) {
        for (int k = 0; k < chunks.count; k++) {
            int from = chunks.firstWordStart(k);
            if (chunks.firstWordEnd[k] - from >= bytes) {
                out.add(chunks.minutia[k], chunks.first + k);
            }
        }
        return true;
    }
}
