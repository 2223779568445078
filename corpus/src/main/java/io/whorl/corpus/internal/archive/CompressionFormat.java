package io.whorl.corpus.internal.archive;

import io.whorl.corpus.format.ContainerFormat;
import io.whorl.corpus.format.Head;
import io.whorl.corpus.format.Part;
import io.whorl.corpus.format.PartReader;
import io.whorl.corpus.format.ReadContext;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** A compression: first bytes that tell it, endings that promise it, and a stream that undoes it. */
final class CompressionFormat implements ContainerFormat {
    /** Undoes a compression to the end of the data, and throws where they break off or are damaged. */
    interface Decoder {
        InputStream open(InputStream in) throws IOException;
    }

    private final String name;
    private final Predicate<Head> begins;
    private final Map<String, String> endings;
    private final Decoder decoder;

    /**
     * @param begins whether its first bytes are a compression's
     * @param endings of names, in lower case, and what stands there once it is undone
     */
    CompressionFormat(String name, Predicate<Head> begins, Map<String, String> endings, Decoder decoder) {
        this.name = name;
        this.begins = begins;
        this.endings = endings;
        this.decoder = decoder;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean recognises(Head head) {
        return begins.test(head);
    }

    /** Whether the name says that it is one. */
    boolean isPromisedBy(Head head) {
        return endings.keySet().stream().anyMatch(head::isNamed);
    }

    @Override
    public boolean isCompression() {
        return true;
    }

    @Override
    public PartReader open(Part whole, ReadContext reading) throws IOException {
        InputStream plain = decoder.open(whole.body());
        Part content = new Part(
                whole.place(), undone(whole.name()), whole.id().map(this::undone), "", plain, Optional.empty());
        return new PartReader() {
            private boolean given;

            @Override
            public Optional<Part> next() {
                // What follows is not looked at: a document too large is not worth undoing to its end.
                Optional<Part> next = given ? Optional.empty() : Optional.of(content);
                given = true;
                return next;
            }

            @Override
            public void close() throws IOException {
                plain.close();
            }
        };
    }

    private String undone(String called) {
        for (Map.Entry<String, String> ending : endings.entrySet()) {
            int end = called.length() - ending.getKey().length();
            if (end >= 0
                    && called.regionMatches(
                            true, end, ending.getKey(), 0, ending.getKey().length())) {
                return called.substring(0, end) + ending.getValue();
            }
        }
        return called;
    }
}
