package io.whorl.bench;

import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.BuildReport;
import io.whorl.corpus.CorpusReader;
import io.whorl.corpus.Document;
import io.whorl.corpus.ReaderOptions;
import io.whorl.rebuild.IndexRebuild;
import io.whorl.rebuild.RebuildOptions;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.Selection;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes an index from a dump in a process of its own, so that its heap can be small. */
final class RebuildProcess {
    private RebuildProcess() {}

    /** Prints the documents, the bytes of text and the runs of the rebuild. Arguments: the index and the dump. */
    public static void main(String[] arguments) throws IOException {
        RebuildOptions options = RebuildOptions.DEFAULT
                .scheme(Scheme.builder()
                        .selection(new Selection("mod", Map.of("m", "25")))
                        .build())
                .buildOptions(BuildOptions.DEFAULT.memory(BuildOptions.LEAST_MEMORY));
        List<Path> dump = List.of(Path.of(arguments[1]));
        try (IndexRebuild rebuild = IndexRebuild.begin(Path.of(arguments[0]), options);
                CorpusReader reader = CorpusReader.open(dump, ReaderOptions.DEFAULT, System.err::println)) {
            for (Optional<Document> next = reader.next(); next.isPresent(); next = reader.next()) {
                rebuild.add(next.get().id(), next.get().utf8());
            }
            BuildReport report = rebuild.finish().build();
            System.out.println(report.documents() + " " + report.textBytes() + " " + report.runs());
        }
    }
}
