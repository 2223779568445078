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

/** The papers' experiments. The same collection and seed give the same figures to the digit. */
public final class Experiments {
    private Experiments() {}

    /**
     * Trigrams, thresholds and doctored files (LMD tables 3 to 7), for the collection and, if some texts are left out,
     * for what is left too.
     *
     * @param without ids of texts to leave out; may be empty
     * @throws LabException if the collection lacks one of these, or fewer than two texts are left
     */
    public static List<FigureTable> ferret(Texts texts, Set<String> without) throws IOException {
        for (String id : without) {
            if (!texts.holds(id)) {
                throw new LabException("'" + id + "' is to be left out, but the collection has no such document");
            }
        }
        int left = texts.size() - without.size();
        if (left < 2) {
            throw new LabException(
                    "the collection has " + left + " documents to compare; this experiment needs two or more");
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
     * Errors of resemblance estimated from MIN_s, MOD_m and V_i sketches (BGMZ 3).
     *
     * @param most pairs of documents to be drawn, 1 or more
     * @param permutations each pair is estimated by, 1 or more
     * @param seed of drawing
     * @param threads 1 to 1,024; decides nothing but the time it takes
     * @throws LabException if no two documents resemble each other
     */
    public static List<FigureTable> sketches(Texts texts, int most, int permutations, long seed, int threads)
            throws IOException {
        if (most < 1 || permutations < 1) {
            throw new LabException(
                    "pairs are " + most + " and permutations " + permutations + "; each must be 1 or more");
        }
        return List.of(Sketches.table(texts, most, permutations, seed, threads));
    }

    /**
     * Affinity, noise and sampling for testing, by sentences (COPS tables 2 and 3, figures 5 to 7).
     *
     * @param draw documents to be asked for in the figures, one of a group, 1 or more; the tables ask for every one
     * @param seed of drawing documents and samples
     * @param threads 1 to 1,024; decides nothing but the time it takes
     * @param progress told, a line each, of what is done and left
     * @throws LabException if no group has two documents, or those drawn are too short to draw samples from
     */
    public static List<FigureTable> cops(
            Texts texts, Groups groups, int draw, long seed, int threads, Consumer<String> progress)
            throws IOException {
        if (draw < 1) {
            throw new LabException("documents to be drawn are " + draw + "; they must be 1 or more");
        }
        // First, for it takes the least and fails the soonest.
        List<FigureTable> sampling = CopsSampling.tables(texts, Questions.draw(groups, draw, 2, seed), seed);
        List<FigureTable> tables = new ArrayList<>(CopsNoise.tables(texts, groups, threads, progress));
        tables.addAll(sampling);
        return List.copyOf(tables);
    }
}
