package io.whorl.lab.experiment;

import io.whorl.lab.collection.Groups;
import io.whorl.lab.collection.Questions;
import io.whorl.lab.collection.Texts;
import io.whorl.lab.experiment.cops.CopsNoise;
import io.whorl.lab.experiment.cops.CopsSampling;
import io.whorl.lab.experiment.ferret.Ferret;
import io.whorl.lab.experiment.ferret.Paper;
import io.whorl.lab.experiment.ferret.Trigrams;
import io.whorl.lab.experiment.sketch.Sketches;
import io.whorl.lab.model.FigureTable;
import io.whorl.lab.model.LabException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** Repeats the experiments of the papers. Equal collections and seeds give equal figures. */
public final class Experiments {
    private Experiments() {}

    /**
     * Trigrams, thresholds and doctored files (LMD tables 3 to 7): for the whole collection, and also without some
     * texts if {@code without} is not empty.
     *
     * @param without ids of texts to leave out; may be empty
     * @throws LabException if the collection does not have one of these, or fewer than two texts are left
     */
    public static List<FigureTable> ferret(Texts texts, Set<String> without) throws IOException {
        for (String id : without) {
            if (!texts.holds(id)) {
                throw new LabException("'" + id + "' is to be left out, but is not in the collection");
            }
        }
        int left = texts.size() - without.size();
        if (left < 2) {
            throw new LabException(
                    "the collection has " + left + " documents to compare; this experiment needs at least two");
        }
        Trigrams trigrams = new Trigrams();
        List<Paper> papers = trigrams.papers(texts);
        Map<String, List<Paper>> collections = new LinkedHashMap<>();
        collections.put("all " + papers.size(), papers);
        if (!without.isEmpty()) {
            collections.put(
                    left + " of them",
                    papers.stream()
                            .filter(paper -> !without.contains(paper.id()))
                            .toList());
        }
        return Ferret.tables(collections, trigrams);
    }

    /**
     * The error of resemblance estimated from MIN_s, MOD_m and V_i sketches (BGMZ 3).
     *
     * @param most the maximum number of pairs to draw, 1 or more
     * @param permutations the number of permutations for each pair, 1 or more
     * @param seed for drawing
     * @param threads 1 to 1,024; does not change the results
     * @throws LabException if no two documents resemble each other
     */
    public static List<FigureTable> sketches(Texts texts, int most, int permutations, long seed, int threads)
            throws IOException {
        if (most < 1 || permutations < 1) {
            throw new LabException(
                    "pairs is " + most + " and permutations is " + permutations + "; both must be 1 or more");
        }
        return List.of(Sketches.table(texts, most, permutations, seed, threads));
    }

    /**
     * Affinity, noise and sampling for testing, by sentences (COPS tables 2 and 3, figures 5 to 7).
     *
     * @param draw the maximum number of queries for the figures, one from a group, 1 or more; the tables use all
     *     documents of groups
     * @param seed for drawing queries and samples
     * @param threads 1 to 1,024; does not change the results
     * @param progress receives one line for each step
     * @throws LabException if no group has two documents, or the drawn queries are too short for the samples
     */
    public static List<FigureTable> cops(
            Texts texts, Groups groups, int draw, long seed, int threads, Consumer<String> progress)
            throws IOException {
        if (draw < 1) {
            throw new LabException("draw is " + draw + "; it must be 1 or more");
        }
        // First, because it is the fastest and most likely to fail.
        List<FigureTable> sampling = CopsSampling.tables(texts, Questions.draw(groups, draw, 2, seed), seed);
        List<FigureTable> tables = new ArrayList<>(CopsNoise.tables(texts, groups, threads, progress));
        tables.addAll(sampling);
        return List.copyOf(tables);
    }
}
