package io.whorl.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.corpus.ReadAll.Plugins;
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

/**
 * Tests application formats that throw unexpected exceptions, which must affect only the source that they read. Runs on
 * the thread whose class loader it sets.
 */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SAME_THREAD)
class FaultyFormatTest {
    @TempDir
    Path dir;

    private final ClassLoader before = Thread.currentThread().getContextClassLoader();

    /** Delivers a good document, then one that fails after as many bytes as its file name states; none for -1. */
    public static final class FaultyFormat implements FormatProvider, ContainerFormat {
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
        public PartReader open(Part whole, ReadContext context) {
            int good = Integer.parseInt(whole.name().substring(0, whole.name().indexOf('.')));
            return new PartReader() {
                private int given;

                @Override
                public Optional<Part> next() {
                    if (good < 0 && given > 0) {
                        throw new CancellationException("a mistake");
                    }
                    InputStream body = given == 0 ? new ByteArrayInputStream(new byte[] {'x'}) : new FaultyStream(good);
                    return Optional.of(Part.member(whole.place() + "#" + given, "part-" + given++, body));
                }

                @Override
                public void close() {}
            };
        }
    }

    /** Some bytes, then an exception. */
    private static final class FaultyStream extends InputStream {
        private int left;

        FaultyStream(int bytes) {
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
        Thread.currentThread().setContextClassLoader(Plugins.loader(dir, FormatProvider.class, FaultyFormat.class));
    }

    @AfterEach
    void unplug() {
        Thread.currentThread().setContextClassLoader(before);
    }

    @Test
    void aCancellationByAFormatIsNotTheEndOfTheSources() throws IOException {
        Path bad = Files.writeString(dir.resolve("-1.careless"), "-");
        IllegalStateException e = assertThrows(IllegalStateException.class, () -> ReadAll.of(bad));
        assertTrue(e.getMessage().contains("a mistake"), e.getMessage());
    }

    @Test
    void runtimeExceptionsOfAStreamAreDamage() throws IOException {
        for (int good : new int[] {0, 1, Head.MAX_BYTES, 3 * Head.MAX_BYTES}) {
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
