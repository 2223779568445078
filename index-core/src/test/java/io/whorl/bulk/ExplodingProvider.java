package io.whorl.bulk;

import io.whorl.scheme.Chunking;
import io.whorl.scheme.Selection;
import io.whorl.select.ChunkBlock;
import io.whorl.select.SelectedChunks;
import io.whorl.select.SelectionProvider;
import io.whorl.select.SelectionStrategy;
import io.whorl.select.Selector;
import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.function.LongUnaryOperator;

/** A plug-in strategy that fails on a document of more than 100 words; above 5,000 words, by an error of the JVM. */
public final class ExplodingProvider implements SelectionProvider {
    @Override
    public String name() {
        return "explodes";
    }

    @Override
    public List<String> parameters() {
        return List.of();
    }

    @Override
    public SelectionStrategy create(Selection selection, Chunking chunking, LongUnaryOperator order) {
        return new SelectionStrategy() {
            @Override
            public Selection selection() {
                return Selection.of("explodes");
            }

            @Override
            public Selector selector() {
                return new Exploding();
            }
        };
    }

    private static final class Exploding implements Selector {
        @Override
        public void start() {}

        @Override
        public boolean accept(ChunkBlock chunks, SelectedChunks out) {
            return true;
        }

        @Override
        public void finish(long words, long chunks, SelectedChunks out) {
            if (words > 5_000) {
                throw new OutOfMemoryError("exploded");
            }
            if (words > 100) {
                throw new IllegalStateException("exploded at " + words + " words");
            }
        }
    }

    /** A class loader through which the service loader finds this provider. */
    static ClassLoader loader(Path directory) throws IOException {
        URL services = Files.writeString(directory.resolve("services"), ExplodingProvider.class.getName())
                .toUri()
                .toURL();
        return new ClassLoader(ExplodingProvider.class.getClassLoader()) {
            @Override
            public Enumeration<URL> getResources(String name) throws IOException {
                return name.endsWith(SelectionProvider.class.getName())
                        ? Collections.enumeration(List.of(services))
                        : super.getResources(name);
            }
        };
    }
}
