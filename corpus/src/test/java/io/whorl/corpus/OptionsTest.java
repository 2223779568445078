package io.whorl.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.corpus.format.FormatOptions;
import io.whorl.corpus.format.Skipped;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OptionsTest {
    @TempDir
    Path dir;

    private Path tar(int members) throws IOException {
        Map<String, String> texts = new LinkedHashMap<>();
        for (int i = 0; i < members; i++) {
            texts.put((i % 2 == 0 ? "even/" : "odd/") + i + ".txt", "t");
        }
        return Files.write(dir.resolve("x.tar"), TestArchives.tar(texts));
    }

    @Test
    void globsSelectByIdAndOtherDocumentsAreCounted() throws IOException {
        ReaderOptions options =
                ReaderOptions.DEFAULT.include(List.of("even/**", "**/1.txt")).exclude(List.of("**/{4,6}.*"));
        ReadAll all = ReadAll.of(options, tar(10));
        assertEquals(List.of("even/0.txt", "odd/1.txt", "even/2.txt", "even/8.txt"), all.ids());
        assertEquals(6, all.skipped().size());
        assertTrue(all.reasons().stream().allMatch(Skipped.Reason.LEFT_OUT::equals));
    }

    @Test
    void readingEndsAtTheLimit() throws IOException {
        assertEquals(
                List.of("even/0.txt", "odd/1.txt", "even/2.txt"),
                ReadAll.of(ReaderOptions.DEFAULT.limit(3), tar(1_000), dir.resolve("x.tar"))
                        .ids());
    }

    @Test
    void samplesDoNotDependOnOrderAndGrowWithTheirShare() throws IOException {
        List<String> all = ReadAll.of(tar(2_000)).ids();
        Sample tenth = new Sample(0.1, 7);
        List<String> drawn = ReadAll.of(ReaderOptions.DEFAULT.sample(tenth), dir.resolve("x.tar"))
                .ids();
        assertEquals(all.stream().filter(tenth::contains).toList(), drawn);
        // Ten standard deviations of 13.4 around 200.
        assertTrue(drawn.size() > 66 && drawn.size() < 334, drawn.size() + " drawn");
        assertTrue(drawn.stream().allMatch(new Sample(0.2, 7)::contains));
        assertFalse(drawn.stream().allMatch(new Sample(0.2, 8)::contains));
        assertEquals(all, all.stream().filter(Sample.ALL::contains).toList());
    }

    @Provide
    Arbitrary<String> globs() {
        return Arbitraries.of(("a¦b¦/¦*¦**¦?¦[a-b]¦[!a]¦{a,b/}¦{,a*b,?}¦[c\ud83d\ude00]¦\\*¦-¦.¦,").split("¦"))
                .list()
                .ofMaxSize(5)
                .map(parts -> String.join("", parts))
                .filter(glob -> !glob.contains("***"));
    }

    /** Holds on systems that separate paths by a slash, for ids that are paths. */
    @Property
    void globsMatchLikeThePathMatcher(@ForAll("globs") String glob, @ForAll("texts") String id) {
        Path path = Path.of(id);
        Assume.that(!id.isEmpty() && path.toString().equals(id));
        assertEquals(
                FileSystems.getDefault().getPathMatcher("glob:" + glob).matches(path),
                GlobSet.of(List.of(glob)).matches(id));
    }

    /** Ids are any texts, not only paths. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            quoteCharacter = '`',
            value = {
                "** `` true", "* `` true", "? `` false", "{,a} `` true", "a/** a/ true", "a/* a// false",
                "a**b a~/~b true", "a?b a~b true", "[!a]b ~b true", "*/ / true", "**/b //b true", "a? a/ false"
            })
    void globsMatchAnyText(String glob, String id, boolean matches) {
        assertEquals(matches, GlobSet.of(List.of(glob)).matches(id.replace('~', '\n')));
    }

    /** Each star and brace has many ways to match, all of which fail: an id is matched without trying them in turn. */
    @Test
    void aGlobOfManyStarsIsMatchedAgainstALongId() throws IOException {
        String id = "-".repeat(1_000) + "x";
        Path lines = Files.writeString(dir.resolve("x.jsonl"), "{\"id\":\"" + id + "\",\"text\":\"t\"}");
        String stars = "*-".repeat(20);
        ReaderOptions options = ReaderOptions.DEFAULT
                .exclude(List.of(stars + "*.html", "**" + stars + "{*-,*-*}" + stars + ".html"))
                .include(List.of(stars + "*x"));
        ReadAll all = assertTimeoutPreemptively(Duration.ofMinutes(1), () -> ReadAll.of(options, lines));
        assertEquals(List.of(id), all.ids());
    }

    @Provide
    Arbitrary<String> texts() {
        return Arbitraries.of("a", "b", "*", "-", ".", ",", "/", "c", "\ud83d\ude00", "\ud83d\ude01")
                .list()
                .ofMaxSize(7)
                .map(parts -> String.join("", parts));
    }

    @ParameterizedTest
    @ValueSource(strings = {"[a", "[]", "{a", "{a,{b}}", "a\\", "[b-a]"})
    void unbalancedGlobsAreRejected(String glob) {
        IllegalArgumentException e =
                assertThrows(IllegalArgumentException.class, () -> ReaderOptions.DEFAULT.include(List.of(glob)));
        assertTrue(e.getMessage().contains(glob), e.getMessage());
    }

    @Test
    void valuesOutsideTheirRangesAreRejected() {
        ReaderOptions options = ReaderOptions.DEFAULT;
        assertThrows(IllegalArgumentException.class, () -> options.limit(0));
        assertThrows(IllegalArgumentException.class, () -> options.threads(0));
        assertThrows(IllegalArgumentException.class, () -> options.maxDepth(65));
        assertThrows(IllegalArgumentException.class, () -> options.maxExpansion(0));
        assertThrows(IllegalArgumentException.class, () -> new Sample(0, 1));
        assertThrows(IllegalArgumentException.class, () -> new Sample(Double.NaN, 1));
        assertEquals(1L << 30, ReaderOptions.DEFAULT.expansionAllowance());
    }

    @Test
    void everyOptionIsKept() {
        ReaderOptions options = ReaderOptions.DEFAULT
                .formats(FormatOptions.DEFAULT
                        .maxDocument(1)
                        .idField("a")
                        .textField("b")
                        .namespaces(Set.of(4))
                        .redirects(true))
                .convert(false)
                .include(List.of("a"))
                .exclude(List.of("b"))
                .sample(new Sample(0.5, 2))
                .limit(3)
                .threads(4)
                .maxDepth(5)
                .maxExpansion(6)
                .expansionAllowance(7);
        assertEquals(
                List.of(false, List.of("a"), List.of("b"), new Sample(0.5, 2), 3L, 4, 5, 6, 7L),
                List.of(
                        options.convert(),
                        options.include(),
                        options.exclude(),
                        options.sample(),
                        options.limit(),
                        options.threads(),
                        options.maxDepth(),
                        options.maxExpansion(),
                        options.expansionAllowance()));
        assertEquals(new FormatOptions(1, "a", "b", Optional.empty(), false, Set.of(4), true), options.formats());
    }
}
