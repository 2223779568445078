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
 * The configurations to measure, read from a small text file:
 *
 * <pre>
 * # settings before the first section apply to all sections
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
 * <p>A setting has one or more values, separated by white space. A section defines every combination of the values of
 * its settings; the last setting varies fastest. A setting in a section replaces the same setting before the sections.
 * {@code [+]} adds more configurations, with other settings, to the section before it. The settings are those of a
 * scheme, named like the options of the command line, and {@code measure}, {@code query-selection} ({@code same} or a
 * selection), {@code max-df} ({@code none} or a number) and {@code alter} ({@code none} or
 * {@linkplain io.whorl.lab.model.Alteration#parse an alteration}). {@code system} names
 * {@linkplain io.whorl.lab.model.Rival a rival} instead, which has its own parameters. File names are relative to the
 * directory of the grid.
 *
 * @param configurations in the order of the file, at least one; names are distinct within a section
 * @param thresholds of the operational tests, ascending, in percent of the score of the query document against itself
 */
public record Grid(List<Configuration> configurations, List<Double> thresholds) {
    public Grid {
        configurations = List.copyOf(configurations);
        thresholds = List.copyOf(thresholds);
    }

    /**
     * Reads a grid and tries each configuration on a few words.
     *
     * @throws LabException if the file is not a grid, or a configuration is invalid: an unknown setting, strategy,
     *     parameter or measure, a value out of range, or contradictory settings
     */
    public static Grid read(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new LabException("grid " + file + " is not a file; docs/laboratory.md describes grids");
        }
        return parse(
                file.toString(), Files.readString(file), file.toAbsolutePath().getParent());
    }

    /**
     * The same for a text in memory.
     *
     * @param name the name in messages
     * @param folder the directory that file names are relative to
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
                            + choice.name() + " twice; remove one, or move it to another section");
                }
                configurations.add(checked(name, section, choice, settings));
            }
        }
        return new Grid(configurations, Thresholds.of(name, grid.thresholds()));
    }

    private static Configuration checked(
            String name, GridText.Section section, GridText.Choice choice, Settings settings) throws IOException {
        try {
            Configuration configuration = settings.configuration(section.name(), choice.name(), choice.settings());
            DryRun.of(configuration);
            return configuration;
        } catch (WhorlException | IllegalArgumentException e) {
            throw new LabException(
                    name + ":" + section.line() + ": in [" + section.name() + "], " + choice.name() + ": "
                            + e.getMessage(),
                    e);
        }
    }
}
