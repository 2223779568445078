package io.whorl.plugin;

import io.whorl.scheme.Chunking;
import io.whorl.scheme.Selection;
import io.whorl.select.ChunkBlock;
import io.whorl.select.SelectedChunks;
import io.whorl.select.SelectionProvider;
import io.whorl.select.SelectionStrategy;
import io.whorl.select.Selector;
import java.util.List;
import java.util.function.LongUnaryOperator;

/** A plug-in strategy without parameters that selects nothing, for tests to change. */
public abstract class IdleStrategy implements SelectionProvider, SelectionStrategy, Selector {
    private final String name;

    protected IdleStrategy(String name) {
        this.name = name;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public List<String> parameters() {
        return List.of();
    }

    @Override
    public SelectionStrategy create(Selection selection, Chunking chunking, LongUnaryOperator order) {
        return this;
    }

    @Override
    public Selection selection() {
        return Selection.of(name);
    }

    @Override
    public Selector selector() {
        return this;
    }

    @Override
    public void start() {}

    @Override
    public boolean accept(ChunkBlock chunks, SelectedChunks out) {
        return true;
    }

    @Override
    public void finish(long words, long chunks, SelectedChunks out) {}
}
