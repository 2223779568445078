import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.IndexBuilder;
import io.whorl.query.Matches.Match;
import io.whorl.query.QueryOptions;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import io.whorl.write.IndexWriter;
import io.whorl.write.WriterOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Builds an index of a folder, adds a document to it, and queries it. Arguments: the index, which must not exist, and
 * the folder. The stemmer is the one that uses reflection.
 */
public final class QueryApplication {
    private QueryApplication() {}

    public static void main(String[] args) throws IOException {
        Path index = Path.of(args[0]);
        List<Path> files;
        try (Stream<Path> all = Files.list(Path.of(args[1]))) {
            files = all.sorted().toList();
        }
        Scheme scheme = Scheme.builder().stem("finnish").build();
        try (IndexBuilder builder = IndexBuilder.create(index, scheme, BuildOptions.DEFAULT)) {
            for (Path file : files) {
                builder.add(file.getFileName().toString(), Files.readString(file));
            }
            builder.finish();
        }
        String text = Files.readString(Path.of(args[1], "tides.txt"));
        try (IndexWriter writer = IndexWriter.open(index, WriterOptions.DEFAULT)) {
            writer.delete("tides.reflowed.txt");
            writer.commit();
        }
        try (Snapshot snapshot = Snapshot.open(index)) {
            Match best = snapshot.query(text, QueryOptions.DEFAULT).matches().get(0);
            System.out.printf("%s %.2f%n", best.id(), best.score());
        }
    }
}
