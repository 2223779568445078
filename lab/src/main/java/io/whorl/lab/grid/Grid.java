package io.whorl.lab.grid;

import io.whorl.WhorlException;
import io.whorl.lab.model.Configuration;
import io.whorl.lab.model.LabException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The configurations to be tried, as a small text file writes them:
 *
 * <pre>
 * # what stands before the first section holds for all of them
 * stop = english
 *
 * [strategies]
 * selection = full anchor mod:m=25 winnowing:w=8
 * measure = percent resemblance
 *
 * [granularity]
 * selection = anchor
 * granularity = 1 2 3 4 5
 *
 * [+]
 * selection = mod:m=25
 * </pre>
 *
 * <p>A setting takes one value or several, parted by white space; a section stands for every combination of its
 * settings' values, the last setting's varying fastest. A section's own setting replaces the one from before the
 * sections. {@code [+]} adds more to the section before, by settings of their own. Settings are those of a scheme,
 * named as the command line's options are, and {@code measure}, {@code query-selection} ({@code same} or a selection),
 * {@code max-df} ({@code none} or a number) and {@code alter} ({@code none} or
 * {@linkplain io.whorl.lab.model.Alteration#parse an alteration}). {@code system} names
 * {@linkplain io.whorl.lab.model.Rival a rival} instead, which has parameters of its own. Files named in it are found
 * from its own directory.
 *
 * @param configurations in the file's order, at least one, no two of the same name in a section
 * @param thresholds of the sweep, in percent of the question's document against itself, ascending
 */
public record Grid(List<Configuration> configurations, List<Double> thresholds) {
    public Grid {
        configurations = List.copyOf(configurations);
        thresholds = List.copyOf(thresholds);
    }

    /**
     * Reads a grid and tries each configuration on a few words.
     *
     * @throws LabException if the file cannot be read as a grid, or a configuration cannot be carried out: an unknown
     *     setting, strategy, parameter or measure, a value out of its range, settings that do not go together
     */
    public static Grid read(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new LabException("grid " + file + " is no file; write one as bench/README.md shows");
        }
        return parse(
                file.toString(), Files.readString(file), file.toAbsolutePath().getParent());
    }

    /**
     * The same for a text at hand.
     *
     * @param name for messages
     * @param folder from where files named in it are found
     */
    public static Grid parse(String name, String text, Path folder) throws IOException {
        GridText grid = GridText.parse(name, text);
        Settings settings = new Settings(folder);
        List<Configuration> configurations = new ArrayList<>();
        Set<List<String>> names = new HashSet<>();
        for (GridText.Section section : grid.sections()) {
            for (GridText.Choice choice : section.choices()) {
                if (!names.add(List.of(section.name(), choice.name()))) {
                    throw new LabException(name + ":" + section.line() + ": [" + section.name() + "] has "
                            + choice.name() + " twice; leave it out, or write it in a section of its own");
                }
                configurations.add(carriedOut(name, section, choice, settings));
            }
        }
        return new Grid(configurations, Thresholds.of(name, grid.thresholds()));
    }

    private static Configuration carriedOut(
            String name, GridText.Section section, GridText.Choice choice, Settings settings) throws IOException {
        try {
            Configuration configuration = settings.configuration(section.name(), choice.name(), choice.settings());
            Rehearsal.of(configuration);
            return configuration;
        } catch (WhorlException | IllegalArgumentException e) {
            throw new LabException(
                    name + ":" + section.line() + ": in [" + section.name() + "], " + choice.name() + ": "
                            + e.getMessage(),
                    e);
        }
    }
}
