package io.whorl.lab.source;

import io.whorl.lab.collection.Texts;
import io.whorl.lab.files.Folders;
import io.whorl.lab.grid.Grid;
import io.whorl.lab.model.Configuration;
import io.whorl.lab.model.SourceOutcome;
import io.whorl.lab.parallel.Parallel;
import io.whorl.lab.quality.Ranking;
import io.whorl.lab.query.Answering;
import io.whorl.lab.query.TriedIndex;
import io.whorl.lab.run.Indexes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Tries a grid on documents written from sources to a known degree: an index of the collection, asked for each
 * document.
 */
public final class SourceLaboratory {
    private final Texts texts;
    private final SourceTruth truth;
    private final int threads;

    /** @param threads 1 to 1,024; decides nothing but the time it takes */
    public SourceLaboratory(Texts texts, SourceTruth truth, int threads) {
        this.texts = texts;
        this.truth = truth;
        this.threads = threads;
    }

    /** In the grid's order. Alterations have no part in this. */
    public List<SourceOutcome> run(Grid grid) throws IOException {
        Path scratch = Files.createTempDirectory("whorl-lab");
        try {
            List<SourceOutcome> outcomes = new ArrayList<>();
            for (Configuration configuration : grid.configurations()) {
                try (TriedIndex built = Indexes.build(configuration, texts, threads, scratch.resolve("index"))) {
                    Answering index = built.answering(configuration);
                    outcomes.add(new SourceOutcome(
                            configuration, Parallel.map(truth.rows(), threads, row -> score(index, row))));
                }
            }
            return outcomes;
        } finally {
            Folders.delete(scratch);
        }
    }

    private SourceOutcome.Score score(Answering index, SourceTruth.Row row) throws IOException {
        var matches = index.ask(texts.text(row.file()), texts.size()).matches();
        double own = Ranking.score(matches, row.file()).orElse(0);
        double score = Ranking.score(matches, row.source()).orElse(0);
        return new SourceOutcome.Score(row.file(), row.category(), row.source(), own > 0 ? 100 * score / own : 0);
    }
}
