package io.whorl.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.whorl.corpus.ReadAll.Plugins;
import io.whorl.corpus.example.CardFormat;
import io.whorl.corpus.format.FormatProvider;
import io.whorl.corpus.format.Skipped;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs on the thread whose class loader it sets. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SAME_THREAD)
class PluginTest {
    private static final byte[] CARDS =
            TestArchives.utf8("== a.1\nFirst\ncard.\n== a.2\n" + "long ".repeat(30) + "\n== a.3\nThird.\n");

    @TempDir
    Path dir;

    private final ClassLoader before = Thread.currentThread().getContextClassLoader();

    @BeforeEach
    void plugIn() {
        Thread.currentThread().setContextClassLoader(Plugins.loader(dir, FormatProvider.class, CardFormat.class));
    }

    @AfterEach
    void unplug() {
        Thread.currentThread().setContextClassLoader(before);
    }

    @Test
    void anApplicationFormatIsReadLikeTheBuiltInOnes() throws IOException {
        byte[] tar = TestArchives.gzip(TestArchives.tarOf("old.cards", CARDS));
        for (Path file :
                List.of(Files.write(dir.resolve("x.cards"), CARDS), Files.write(dir.resolve("x.tar.gz"), tar))) {
            ReadAll all = ReadAll.of(100, file);
            assertEquals(List.of("a.1=First\ncard.\n", "a.3=Third.\n"), all.pairs());
            assertEquals(List.of(Skipped.Reason.TOO_LARGE), all.reasons());
        }
        assertEquals(
                dir.resolve("x.tar.gz") + "!old.cards#a.1",
                ReadAll.of(dir.resolve("x.tar.gz")).documents().get(0).place());
    }

    @Test
    void withoutTheFormatTheFileIsOneDocument() throws IOException {
        unplug();
        assertEquals(
                List.of("x.cards"),
                ReadAll.of(Files.write(dir.resolve("x.cards"), CARDS)).ids());
    }
}
