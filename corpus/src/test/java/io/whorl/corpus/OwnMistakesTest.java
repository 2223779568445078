package io.whorl.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.corpus.format.ContainerFormat;
import io.whorl.corpus.format.FormatProvider;
import io.whorl.corpus.format.Head;
import io.whorl.corpus.format.Part;
import io.whorl.corpus.format.PartReader;
import io.whorl.corpus.format.ReadContext;
import io.whorl.corpus.format.Skipped;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Formats of a user's own that throw what they should not: it costs the source they read, and nothing else. */
// On the thread whose class loader it sets.
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SAME_THREAD)
class OwnMistakesTest {
    @TempDir
    Path dir;

    private final ClassLoader before = Thread.currentThread().getContextClassLoader();

    /**
     * A good document, then one whose bytes end in a mistake after as many as its file's name says; or no more for -1.
     */
    public static final class Careless implements FormatProvider, ContainerFormat {
        @Override
        public List<ContainerFormat> containers() {
            return List.of(this);
        }

        @Override
        public String name() {
            return "careless";
        }

        @Override
        public boolean recognises(Head head) {
            return head.isNamed(".careless");
        }

        @Override
        public PartReader open(Part whole, ReadContext reading) {
            int good = Integer.parseInt(whole.name().substring(0, whole.name().indexOf('.')));
            return new PartReader() {
                private int given;

                @Override
                public Optional<Part> next() {
                    if (good < 0 && given > 0) {
                        throw new CancellationException("a mistake");
                    }
                    InputStream body = given == 0 ? new ByteArrayInputStream(new byte[] {'x'}) : new Mistaken(good);
                    return Optional.of(Part.member(whole.place() + "#" + given, "part-" + given++, body));
                }

                @Override
                public void close() {}
            };
        }
    }

    /** Some bytes, then a mistake. */
    private static final class Mistaken extends InputStream {
        private int left;

        Mistaken(int bytes) {
            left = bytes;
        }

        @Override
        public int read() {
            if (left-- == 0) {
                throw new IllegalStateException("a mistake");
            }
            return 'x';
        }
    }

    @BeforeEach
    void plugIn() {
        Thread.currentThread().setContextClassLoader(Plugins.loader(dir, FormatProvider.class, Careless.class));
    }

    @AfterEach
    void unplug() {
        Thread.currentThread().setContextClassLoader(before);
    }

    @Test
    void whatReadsAsIfNobodyWantedMoreIsNotTheEnd() throws IOException {
        Path bad = Files.writeString(dir.resolve("-1.careless"), "-");
        IllegalStateException e = assertThrows(IllegalStateException.class, () -> ReadAll.of(bad));
        assertTrue(e.getMessage().contains("a mistake"), e.getMessage());
    }

    @Test
    void aStreamThatThrowsWhatItLikesIsDamagedWhereverItDoes() throws IOException {
        for (int good : new int[] {0, 1, Head.MOST, 3 * Head.MOST}) {
            Path bad = Files.writeString(dir.resolve(good + ".careless"), "-");
            ReadAll all = ReadAll.of(bad, Files.writeString(dir.resolve("next.txt"), "n"));
            assertEquals(List.of("part-0=x", "next.txt=n"), all.pairs(), "after " + good);
            assertEquals(List.of(Skipped.Reason.DAMAGED), all.reasons());
            assertEquals(bad.toString(), all.skipped().get(0).place());
            assertTrue(
                    all.skipped().get(0).detail().contains("a mistake"),
                    all.skipped().toString());
        }
    }
}
