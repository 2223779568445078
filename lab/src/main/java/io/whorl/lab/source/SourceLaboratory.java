package io.whorl.lab.source;

import io.whorl.lab.collection.Texts;
import io.whorl.lab.files.Folders;
import io.whorl.lab.grid.Grid;
import io.whorl.lab.index.LabIndex;
import io.whorl.lab.index.Searcher;
import io.whorl.lab.model.Configuration;
import io.whorl.lab.model.SourceOutcome;
import io.whorl.lab.parallel.Parallel;
import io.whorl.lab.quality.Ranking;
import io.whorl.lab.run.IndexFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Measures a grid on documents with known sources: each document queries an index of the whole collection. */
public final class SourceLaboratory {
    private final Texts texts;
    private final SourceTruth truth;
    private final int threads;

    /** @param threads 1 to 1,024; does not change the results */
    public SourceLaboratory(Texts texts, SourceTruth truth, int threads) {
        this.texts = texts;
        this.truth = truth;
        this.threads = threads;
    }

    /** Returns the outcomes in the order of the grid. Alterations are ignored. */
    public List<SourceOutcome> run(Grid grid) throws IOException {
        Path scratch = Files.createTempDirectory("whorl-lab");
        try {
            List<SourceOutcome> outcomes = new ArrayList<>();
            for (Configuration configuration : grid.configurations()) {
                try (LabIndex built = IndexFactory.build(configuration, texts, threads, scratch.resolve("index"))) {
                    Searcher index = built.searcher(configuration);
                    outcomes.add(new SourceOutcome(
                            configuration, Parallel.map(truth.rows(), threads, row -> score(index, row))));
                }
            }
            return outcomes;
        } finally {
            Folders.delete(scratch);
        }
    }

    private SourceOutcome.Score score(Searcher index, SourceTruth.Row row) throws IOException {
        var matches = index.search(texts.text(row.file()), texts.size()).matches();
        double own = Ranking.score(matches, row.file()).orElse(0);
        double score = Ranking.score(matches, row.source()).orElse(0);
        return new SourceOutcome.Score(row.file(), row.category(), row.source(), own > 0 ? 100 * score / own : 0);
    }
}
