package io.whorl.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.corpus.format.Skipped;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OptionsTest {
    @TempDir
    Path dir;

    private Path tar(int members) throws IOException {
        Map<String, String> texts = new LinkedHashMap<>();
        for (int i = 0; i < members; i++) {
            texts.put((i % 2 == 0 ? "even/" : "odd/") + i + ".txt", "t");
        }
        return Files.write(dir.resolve("x.tar"), Dumps.tar(texts));
    }

    @Test
    void globsChooseByIdAndTheOthersAreCounted() throws IOException {
        CorpusOptions options =
                CorpusOptions.DEFAULT.include(List.of("even/**", "**/1.txt")).exclude(List.of("**/{4,6}.*"));
        ReadAll all = ReadAll.of(options, tar(10));
        assertEquals(List.of("even/0.txt", "odd/1.txt", "even/2.txt", "even/8.txt"), all.ids());
        assertEquals(6, all.skipped().size());
        assertTrue(all.reasons().stream().allMatch(Skipped.Reason.LEFT_OUT::equals));
    }

    @Test
    void theLimitEndsReading() throws IOException {
        assertEquals(
                List.of("even/0.txt", "odd/1.txt", "even/2.txt"),
                ReadAll.of(CorpusOptions.DEFAULT.limit(3), tar(1_000), dir.resolve("x.tar"))
                        .ids());
    }

    @Test
    void samplesAreTheSameInAnyOrderAndGrowWithTheirShare() throws IOException {
        List<String> all = ReadAll.of(tar(2_000)).ids();
        Sample tenth = new Sample(0.1, 7);
        List<String> drawn = ReadAll.of(CorpusOptions.DEFAULT.sample(tenth), dir.resolve("x.tar"))
                .ids();
        assertEquals(all.stream().filter(tenth::holds).toList(), drawn);
        // Ten standard deviations of 13.4 about 200.
        assertTrue(drawn.size() > 66 && drawn.size() < 334, drawn.size() + " drawn");
        assertTrue(drawn.stream().allMatch(new Sample(0.2, 7)::holds));
        assertFalse(drawn.stream().allMatch(new Sample(0.2, 8)::holds));
        assertEquals(all, all.stream().filter(Sample.ALL::holds).toList());
    }

    @Provide
    Arbitrary<String> globs() {
        return Arbitraries.of("a", "b", "/", "*", "**", "?", "[a-b]", "[!a]", "{a,b/}", "\\*", "-", ".", ",")
                .list()
                .ofMaxSize(5)
                .map(parts -> String.join("", parts))
                .filter(glob -> !glob.contains("***"));
    }

    /** On a system whose paths are separated by a slash, and for ids that are paths. */
    @Property
    void globsAreThoseOfPaths(@ForAll("globs") String glob, @ForAll("ids") String id) {
        assertEquals(
                FileSystems.getDefault().getPathMatcher("glob:" + glob).matches(Path.of(id)),
                Globs.of(List.of(glob)).match(id));
    }

    @Provide
    Arbitrary<String> ids() {
        return Arbitraries.of("a", "b", "*", "-", ".", ",", "a/b", "b/a")
                .list()
                .ofMinSize(1)
                .ofMaxSize(4)
                .map(parts -> String.join("", parts));
    }

    @ParameterizedTest
    @ValueSource(strings = {"[a", "[]", "{a", "{a,{b}}", "a\\", "[b-a]"})
    void patternsWithoutTheirPartnersAreRefused(String glob) {
        IllegalArgumentException e =
                assertThrows(IllegalArgumentException.class, () -> CorpusOptions.DEFAULT.include(List.of(glob)));
        assertTrue(e.getMessage().contains(glob), e.getMessage());
    }

    @Test
    void rangesAreChecked() {
        CorpusOptions options = CorpusOptions.DEFAULT;
        assertThrows(IllegalArgumentException.class, () -> options.limit(0));
        assertThrows(IllegalArgumentException.class, () -> options.threads(0));
        assertThrows(IllegalArgumentException.class, () -> options.maxDepth(65));
        assertThrows(IllegalArgumentException.class, () -> options.maxExpansion(0));
        assertThrows(IllegalArgumentException.class, () -> new Sample(0, 1));
        assertThrows(IllegalArgumentException.class, () -> new Sample(Double.NaN, 1));
        assertEquals(options, options.include(List.of()).exclude(List.of()));
    }
}
