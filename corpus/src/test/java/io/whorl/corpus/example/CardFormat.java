package io.whorl.corpus.example;

import io.whorl.corpus.format.ContainerFormat;
import io.whorl.corpus.format.FormatProvider;
import io.whorl.corpus.format.Head;
import io.whorl.corpus.format.Part;
import io.whorl.corpus.format.PartReader;
import io.whorl.corpus.format.ReadContext;
import io.whorl.corpus.format.Skipped;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * An example of an application format: a card index, in which each card starts with a line {@code == signature} and
 * extends to the next such line. To use it like the built-in formats, also inside archives, name this class in a file
 * {@code META-INF/services/io.whorl.corpus.format.FormatProvider} of your jar.
 */
public final class CardFormat implements FormatProvider, ContainerFormat {
    private static final String MARK = "== ";

    @Override
    public List<ContainerFormat> containers() {
        return List.of(this);
    }

    @Override
    public String name() {
        return "cards";
    }

    /** The content alone is not enough, because other texts may start with such a line, so the name must agree. */
    @Override
    public boolean recognises(Head head) {
        return head.isNamed(".cards") && head.latin1().startsWith(MARK);
    }

    @Override
    public PartReader open(Part whole, ReadContext context) {
        return new Cards(whole, context);
    }

    /** Keeps one card at a time, up to the document limit. */
    private static final class Cards implements PartReader {
        private final Part whole;
        private final ReadContext context;
        private final BufferedReader lines;
        private String line;
        private long number;

        Cards(Part whole, ReadContext context) {
            this.whole = whole;
            this.context = context;
            lines = new BufferedReader(new InputStreamReader(whole.body(), StandardCharsets.UTF_8));
        }

        @Override
        public Optional<Part> next() throws IOException {
            line = line == null ? lines.readLine() : line;
            while (line != null) {
                String signature = line.substring(MARK.length()).strip();
                String place = whole.place() + "#" + signature;
                number++;
                String text = text();
                if (text.length() <= context.options().maxDocument()) {
                    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
                    return Optional.of(
                            Part.record(place, number, signature, Part.TEXT, new ByteArrayInputStream(utf8)));
                }
                context.skip(place, number, Skipped.Reason.TOO_LARGE, "a card with too many characters");
            }
            return Optional.empty();
        }

        /** Reads up to the next card; {@code line} is then its first line. */
        private String text() throws IOException {
            StringBuilder text = new StringBuilder();
            for (line = lines.readLine(); line != null && !line.startsWith(MARK); line = lines.readLine()) {
                if (text.length() <= context.options().maxDocument()) {
                    text.append(line).append('\n');
                }
            }
            return text.toString();
        }

        @Override
        public void close() throws IOException {
            lines.close();
        }
    }
}
