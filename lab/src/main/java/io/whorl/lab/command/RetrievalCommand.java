package io.whorl.lab.command;

import io.whorl.align.Aligner;
import io.whorl.align.AlignmentOptions;
import io.whorl.align.AlignmentOptions.Setting;
import io.whorl.lab.align.RetrievalLaboratory;
import io.whorl.lab.align.RetrievalLaboratory.Bounds;
import io.whorl.lab.align.RetrievalTables;
import io.whorl.lab.collection.AlignedPassages;
import io.whorl.lab.model.LabException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Finds the sources of suspicious documents without being told the pairs. */
@Command(name = "retrieval", mixinStandardHelpOptions = true, sortOptions = false)
final class RetrievalCommand extends TableCommand {
    @Option(names = "--collection", required = true, paramLabel = "DIR|ARCHIVE")
    private Path collection;

    @Option(names = "--least-shared", paramLabel = "N", defaultValue = "2")
    private int leastShared;

    @Option(names = "--most", paramLabel = "N", defaultValue = "100")
    private int most;

    @Option(names = "--every", paramLabel = "N", defaultValue = "1")
    private int every;

    @Option(names = "--setting", paramLabel = "NAME", defaultValue = "general")
    private Setting setting;

    @Option(names = "--language", paramLabel = "NAME", defaultValue = AlignmentOptions.AUTO)
    private String language;

    @Override
    Path collection() {
        return collection;
    }

    /** The other tables are long, and only in files. */
    @Override
    int printed() {
        return 2;
    }

    @Override
    Experiment experiment() {
        try {
            AlignmentOptions options = AlignmentOptions.DEFAULT.setting(setting).language(language);
            Aligner aligner = Aligner.of(options);
            Bounds bounds = new Bounds(leastShared, most, every);
            return texts -> {
                AlignedPassages annotations = AlignedPassages.read(collection, texts);
                return RetrievalTables.of(
                        new RetrievalLaboratory(texts, annotations, aligner, bounds, threads()).run(), bounds, texts);
            };
        } catch (IllegalArgumentException e) {
            throw new LabException(e.getMessage(), e);
        }
    }
}
