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

/**
 * A compression.
 *
 * @param begins tests the first bytes
 * @param endings file extensions in lower case, each with its replacement after decompression
 */
record CompressionFormat(String name, Predicate<Head> begins, Map<String, String> endings, Decoder decoder)
        implements ContainerFormat {
    /** Decompresses to the end of the data, and throws if the data are truncated or damaged. */
    interface Decoder {
        InputStream open(InputStream in) throws IOException;
    }

    @Override
    public boolean recognises(Head head) {
        return begins.test(head);
    }

    @Override
    public boolean isCompression() {
        return true;
    }

    @Override
    public PartReader open(Part whole, ReadContext context) throws IOException {
        InputStream plain = decoder.open(whole.body());
        Part content = new Part(
                whole.place(),
                uncompressedName(whole.name()),
                whole.id().map(this::uncompressedName),
                "",
                plain,
                Optional.empty());
        return new PartReader() {
            private boolean given;

            @Override
            public Optional<Part> next() {
                // The rest is not read: a document that is too large is not worth decompressing to its end.
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

    private String uncompressedName(String name) {
        for (Map.Entry<String, String> ending : endings.entrySet()) {
            int end = name.length() - ending.getKey().length();
            if (end >= 0
                    && name.regionMatches(
                            true, end, ending.getKey(), 0, ending.getKey().length())) {
                return name.substring(0, end) + ending.getValue();
            }
        }
        return name;
    }
}
