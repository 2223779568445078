package io.whorl.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.corpus.ReadAll.Plugins;
import io.whorl.corpus.ReadAll.ReadingFixture;
import io.whorl.corpus.example.CardFormat;
import io.whorl.corpus.format.ContainerFormat;
import io.whorl.corpus.format.FormatOptions;
import io.whorl.corpus.format.FormatProvider;
import io.whorl.corpus.format.Head;
import io.whorl.corpus.format.Part;
import io.whorl.corpus.format.PartReader;
import io.whorl.corpus.format.ReadContext;
import io.whorl.corpus.format.Skipped.Reason;
import io.whorl.testing.Packed;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests formats of applications, also those that throw unexpected exceptions, which must affect only the source that
 * they read. Runs on the thread whose class loader it sets.
 */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SAME_THREAD)
class PluginTest extends ReadingFixture {
    private static final byte[] CARDS =
            Packed.utf8("== a.1\nFirst\ncard.\n== a.2\n" + "long ".repeat(30) + "\n== a.3\nThird.\n");

    private final ClassLoader before = Thread.currentThread().getContextClassLoader();

    private void plugIn(Class<?> format) {
        Thread.currentThread().setContextClassLoader(Plugins.loader(dir, FormatProvider.class, format));
    }

    @AfterEach
    void unplug() {
        Thread.currentThread().setContextClassLoader(before);
    }

    @Test
    void anApplicationFormatIsReadLikeTheBuiltInOnes() throws IOException {
        read("x.cards", CARDS).gives("x.cards=" + new String(CARDS, StandardCharsets.UTF_8));
        plugIn(CardFormat.class);
        FormatOptions options = FormatOptions.DEFAULT.maxDocument(100);
        read(options, "x.cards", CARDS)
                .gives("a.1=First\ncard.\n", "a.3=Third.\n")
                .skips(Reason.TOO_LARGE);
        ReadAll packed = read(options, "x.tar.gz", Packed.gzip(TestArchives.tarOf("old.cards", CARDS)))
                .gives("a.1=First\ncard.\n", "a.3=Third.\n")
                .skips(Reason.TOO_LARGE);
        assertEquals(
                dir.resolve("x.tar.gz") + "!old.cards#a.1",
                packed.documents().get(0).place());
    }

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

    @Test
    void aCancellationByAFormatIsNotTheEndOfTheSources() throws IOException {
        plugIn(FaultyFormat.class);
        Path bad = write("-1.careless", "-");
        IllegalStateException e = assertThrows(IllegalStateException.class, () -> ReadAll.of(bad));
        assertTrue(e.getMessage().contains("a mistake"), e.getMessage());
    }

    @Test
    void runtimeExceptionsOfAStreamAreDamage() throws IOException {
        plugIn(FaultyFormat.class);
        for (int good : new int[] {0, 1, Head.MAX_BYTES, 3 * Head.MAX_BYTES}) {
            Path bad = write(good + ".careless", "-");
            ReadAll all = ReadAll.of(bad, write("next.txt", "n"))
                    .gives("part-0=x", "next.txt=n")
                    .skips(Reason.DAMAGED);
            assertEquals(bad.toString(), all.place(0));
            assertTrue(all.detail(0).contains("a mistake"), all.detail(0));
        }
    }
}
