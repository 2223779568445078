package io.whorl.lab.run;

import static io.whorl.lab.Samples.assertSays;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.lab.files.LabException;
import io.whorl.lab.files.Labels;
import io.whorl.lab.run.Configuration.Rival;
import io.whorl.lab.run.Configuration.Rival.RivalScheme;
import io.whorl.lab.run.LabIndex.WhorlIndex;
import io.whorl.measure.Measure;
import io.whorl.preset.Preset;
import io.whorl.scheme.TextRules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.ValueSource;

class GridTest {
    @TempDir
    private Path folder;

    @Test
    void sectionDefinesAllCombinations() throws IOException {
        Grid grid = parse("""
                # holds for all
                stop = english
                granularity = 3   # unless a section has its own

                [strategies]
                selection = full mod:m=7
                measure = percent resemblance

                [granularity]
                granularity = 2 5
                """);
        assertEquals(
                List.of(
                        "strategies: full, percent",
                        "strategies: full, resemblance",
                        "strategies: mod:m=7, percent",
                        "strategies: mod:m=7, resemblance",
                        "granularity: granularity 2",
                        "granularity: granularity 5"),
                grid.configurations().stream().map(Configuration::toString).toList());
        Configuration third = grid.configurations().get(2);
        assertEquals(3, third.scheme().orElseThrow().chunking().granularity());
        assertEquals(
                TextRules.ENGLISH_STOP_WORDS,
                third.scheme().orElseThrow().text().stop());
        assertEquals("mod:m=7", third.scheme().orElseThrow().selection().toString());
        assertEquals("percent", third.measure());
        assertEquals(
                List.of("stop", "granularity", "selection", "measure"),
                List.copyOf(third.settings().keySet()));
        assertEquals(
                5,
                grid.configurations().get(5).scheme().orElseThrow().chunking().granularity());
    }

    @Test
    void querySettingsAreRead() throws IOException {
        Configuration all = first("""
                selection = full
                query-selection = random:r=20,seed=4
                max-df = 10
                alter = replace:0.1
                """);
        assertEquals("random:r=20,seed=4", all.querySelection().orElseThrow().toString());
        assertEquals(OptionalLong.of(10), all.maxDf());
        assertEquals("replace:0.1", all.alteration().orElseThrow().toString());
        Configuration none = first("query-selection = same\nmax-df = none\nalter = none\n");
        assertEquals(first("selection = full").key(), none.key());
        assertEquals(OptionalLong.empty(), none.maxDf());
        assertEquals("percent", none.measure());
    }

    @Test
    void presetProvidesDefaults() throws IOException {
        List<Configuration> all = parse("""
                preset = none near-duplicates plagiarism
                [as they are]
                bits = 40
                [changed]
                granularity = 7
                measure = percent
                """).configurations();
        assertEquals(first("selection = full").key(), all.get(0).key());
        assertEquals(
                Preset.NEAR_DUPLICATES.scheme().build(), all.get(1).scheme().orElseThrow());
        assertEquals("weighted-resemblance", all.get(1).measure());
        assertEquals("shared", all.get(2).measure());
        assertEquals(
                Preset.NEAR_DUPLICATES.scheme().granularity(7).build(),
                all.get(4).scheme().orElseThrow());
        assertEquals("percent", all.get(4).measure());
        assertSays(
                () -> parse("preset = best"),
                "preset is 'best'; it must be none or one of near-duplicates, plagiarism");
    }

    /** Parameters with their default values equal explicit parameters. */
    @Test
    void keysIgnoreNames() throws IOException {
        assertEquals(1, keys("selection = mod mod:m=25"));
        assertEquals(12, keys("selection = mod:m=25 mod:m=26\nquery-selection = same full\nmax-df = none 5 6"));
        assertEquals(3, keys("alter = none swap:0.1 swap:0.2"));
        assertEquals(2, keys("measure = shared percent"));
        assertEquals(1, keys("[a]\nbits = 40\n[b]\nbits = 40"));
    }

    @Test
    void rivalSettingsAreRead() throws IOException {
        Files.writeString(folder.resolve("stop.txt"), "Und oder\n");
        Grid grid = parse("""
                stop = stop.txt
                [side by side]
                system = whorl
                selection = full mod
                [+]
                system = lucene-shingles java-lsh-bins
                granularity = 3
                [+]
                system = hash4j-superminhash
                component-bits = 1 8
                alter = swap:0.1
                """);
        assertEquals(
                List.of(
                        "side by side: whorl, full",
                        "side by side: whorl, mod",
                        "side by side: lucene-shingles",
                        "side by side: java-lsh-bins",
                        "side by side: hash4j-superminhash, component-bits 1",
                        "side by side: hash4j-superminhash, component-bits 8"),
                grid.configurations().stream().map(Configuration::toString).toList());
        assertTrue(grid.configurations().get(1).rival().isEmpty());
        Configuration last = grid.configurations().get(5);
        assertEquals(
                RivalScheme.of(Rival.HASH4J_SUPERMINHASH, Map.of("component-bits", 8), List.of("oder", "und")),
                last.rival().orElseThrow());
        assertEquals("resemblance", last.measure());
        assertEquals("swap:0.1", last.alteration().orElseThrow().toString());
        assertEquals("bm25", grid.configurations().get(2).measure());
    }

    /** The content of a stop-word file counts, not its name. The index of a rival depends on its measure. */
    @Test
    void keysOfDifferentRivalsDiffer() throws IOException {
        assertEquals(2, keys("system = lucene-shingles\nmeasure = bm25 shared"));
        assertEquals(1, keys("system = lucene-minhash\n[a]\nmeasure = shared\n[b]\ngranularity = 5"));
        Files.writeString(folder.resolve("s.txt"), "und\n");
        String before = first("system = lucene-shingles\nstop = s.txt").key();
        Files.writeString(folder.resolve("s.txt"), "oder\n");
        assertNotEquals(before, first("system = lucene-shingles\nstop = s.txt").key());
    }

    private int keys(String text) throws IOException {
        Set<String> keys = new HashSet<>();
        parse(text).configurations().forEach(each -> keys.add(each.key()));
        return keys.size();
    }

    @Test
    void allSchemeSettingsAreRead() throws IOException {
        Files.writeString(folder.resolve("stop.txt"), "Und oder\n");
        Files.writeString(folder.resolve("anchors.txt"), "ab\ncd\n");
        String json = first("""
                unit = word
                numbers = drop
                granularity = 2
                step = 2
                order = bag
                selection = anchor:anchors=@anchors.txt
                """).scheme().orElseThrow().toJson();
        assertTrue(
                json.contains("\"step\":2")
                        && json.contains("\"bag\"")
                        && json.contains("\"drop\"")
                        && json.contains("ab|cd"),
                json);
        String other = first("""
                unit = char
                breakpoints = 9
                hash = rabin
                bits = 33
                seed = 0xff
                words = alphabetic
                apostrophe = join
                stop = stop.txt
                stem = english
                min-word = 2
                min-sentence = 3
                unmask = true
                frequencies = true
                """).scheme().orElseThrow().toJson();
        String parts = "'char' 'breakpoints':9 'rabin' 'bits':33 '0xff' 'alphabetic' 'join' ['oder','und'] 'english' "
                + "'minWord':2 'minSentence':3 'unmask':true 'frequencies':true";
        for (String part : parts.replace('\'', '"').split(" ")) {
            assertTrue(other.contains(part), part + " in " + other);
        }
    }

    /** New measures of the library work without a change here. */
    @Test
    void everyMeasureIsFoundByItsName() {
        for (Measure measure : Measure.values()) {
            assertEquals(measure, WhorlIndex.measure(Labels.of(measure)));
        }
    }

    @Test
    void thresholdsAreRead() throws IOException {
        assertEquals(
                List.of(2.5, 50.0),
                parse("thresholds = 2.5 50\nselection = full").thresholds());
        List<Double> usual = parse("selection = full").thresholds();
        assertEquals(usual.stream().sorted().distinct().toList(), usual);
    }

    @ParameterizedTest
    @CsvFileSource(resources = "grid-errors.csv", delimiter = '|', quoteCharacter = '\'')
    void gridErrorsAreReported(String text, String message) {
        LabException e = assertThrows(LabException.class, () -> parse(text.replace(';', '\n')));
        assertTrue(e.getMessage().contains(message), e.getMessage());
    }

    /** The working directory is the folder of the module. */
    @ParameterizedTest
    @ValueSource(strings = {"overview.grid", "noise.grid", "hz.grid"})
    void gridsOfTheProjectAreValid(String name) throws IOException {
        Grid grid = Grid.read(Path.of("grids", name));
        assertTrue(grid.configurations().size() >= 5, grid::toString);
    }

    @Test
    void missingGridIsReported() {
        assertSays(() -> Grid.read(folder.resolve("none")), "none is not a file");
    }

    private Configuration first(String text) throws IOException {
        return parse(text).configurations().get(0);
    }

    private Grid parse(String text) throws IOException {
        return Grid.parse("g", text, folder);
    }
}
