package io.whorl.lab.report;

import io.whorl.lab.model.LabException;
import io.whorl.lab.model.PassageOutcome;
import io.whorl.lab.model.Results;
import io.whorl.lab.plot.Drawing;
import io.whorl.lab.source.SourceSummary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Writes HTML pages and plots. Equal results give identical files. */
public final class Report {
    private Report() {}

    /**
     * Writes the page on a run as one file that needs no network.
     *
     * @param name of the results, for the title
     * @throws LabException if there are no outcomes, or the file cannot be written
     */
    public static void page(Results results, String name, Path file) {
        check(results);
        write(file, () -> RunPage.of(results, name));
    }

    /**
     * Writes the page on documents with known sources: a table for each section of the grid.
     *
     * @param rows at least one
     */
    public static void sources(List<SourceSummary> rows, String name, Path file) {
        write(
                file,
                () -> GridTables.page(
                        "Whorl laboratory: " + name,
                        rows.size() + " configurations, measured on documents"
                                + " with known sources. Scores are in percent of the score of the document against "
                                + "itself.",
                        SourceColumns.of(rows),
                        rows,
                        SourceSummary::configuration));
    }

    /**
     * Writes the page on copied passages.
     *
     * @param rows at least one
     */
    public static void passages(List<PassageOutcome> rows, String name, Path file) {
        write(
                file,
                () -> GridTables.page(
                        "Whorl laboratory: " + name,
                        rows.size() + " configurations. A passage is detected if the"
                                + " fingerprints of both documents share a minutia of it.",
                        PassageColumns.of(rows),
                        rows,
                        PassageOutcome::configuration));
    }

    private interface Html {
        String make() throws IOException;
    }

    private static void write(Path file, Html html) {
        try {
            Path folder = file.toAbsolutePath().getParent();
            if (folder != null) {
                Files.createDirectories(folder);
            }
            Files.writeString(file, html.make());
        } catch (IOException e) {
            throw new LabException("the report cannot be written to " + file + ": " + e, e);
        }
    }

    /**
     * Writes the plots of the page as SVG files for papers: {@code NUMBER-SECTION-PLOT.svg}, on white.
     *
     * @return the number of files
     * @throws LabException if there are no outcomes, or the folder cannot be written to
     */
    public static int plots(Results results, Path folder) {
        check(results);
        int plots = 0;
        try {
            Files.createDirectories(folder);
            for (Section section : Section.of(results.outcomes())) {
                for (Figure figure : Chapter.figures(section)) {
                    Drawing.write(figure.plot(), Figure.WIDE, folder.resolve(figure.file() + ".svg"));
                    plots++;
                }
            }
        } catch (IOException e) {
            throw new LabException("the plots cannot be written to " + folder + ": " + e, e);
        }
        return plots;
    }

    private static void check(Results results) {
        if (results.outcomes().isEmpty()) {
            throw new LabException("the results hold no finished configuration yet; continue the run with --resume");
        }
    }
}
