package io.whorl.plugin;

import io.whorl.scheme.Chunking;
import io.whorl.scheme.Selection;
import io.whorl.select.ChunkBlock;
import io.whorl.select.SelectedChunks;
import io.whorl.select.SelectionProvider;
import io.whorl.select.SelectionStrategy;
import io.whorl.select.Selector;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.LongUnaryOperator;

/** A plug-in strategy without parameters that selects nothing, for tests to change. */
public abstract class IdleStrategy implements SelectionProvider, SelectionStrategy, Selector {
    private final String name;

    protected IdleStrategy(String name) {
        this.name = name;
    }

    /** Runs an action with a context class loader that finds one more plug-in, with files in a directory. */
    public static <T> T seeing(Path directory, String className, Callable<T> action) throws Exception {
        Path root = Files.createTempDirectory(directory, "plugin");
        Path services = Files.createDirectories(root.resolve("META-INF/services"));
        Files.writeString(services.resolve(SelectionProvider.class.getName()), className + "\n");
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (URLClassLoader loader = new URLClassLoader(new URL[] {root.toUri().toURL()}, before)) {
            thread.setContextClassLoader(loader);
            return action.call();
        } finally {
            thread.setContextClassLoader(before);
        }
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
