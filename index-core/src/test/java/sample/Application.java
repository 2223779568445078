package sample;

import io.whorl.WriterException;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.IndexBuilder;
import io.whorl.query.Matches.Match;
import io.whorl.query.QueryOptions;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import io.whorl.write.IndexWriter;
import io.whorl.write.WriterOptions;
import io.whorl.write.WriterOptions.LiveMap;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * The application that the deployment tests package. Its argument is a directory. Prints the answer of a writer for
 * each {@link LiveMap}.
 */
public final class Application {
    private static final byte[] TEXT = "one two three four five six".getBytes(StandardCharsets.UTF_8);

    private Application() {}

    public static void main(String[] args) throws IOException {
        for (LiveMap map : LiveMap.values()) {
            try {
                System.out.println(map + " answers " + answer(Path.of(args[0], map.name()), map));
            } catch (WriterException e) {
                System.out.println(map + " unavailable: " + e.getMessage());
            }
        }
    }

    private static String answer(Path index, LiveMap map) throws IOException {
        BuildOptions replacing = BuildOptions.DEFAULT.replace(true);
        try (IndexBuilder builder = IndexBuilder.create(index, Scheme.builder().build(), replacing)) {
            builder.add("a", TEXT);
            builder.finish();
        }
        try (IndexWriter writer = IndexWriter.open(index, WriterOptions.DEFAULT.liveMap(map))) {
            Snapshot snapshot = writer.snapshot();
            writer.add("b", TEXT);
            writer.commit();
            writer.seal();
            writer.delete("a");
            writer.commit();
            writer.forceMerge();
            StringBuilder ids = new StringBuilder();
            for (Match match :
                    snapshot.refresh().query(TEXT, QueryOptions.DEFAULT).matches()) {
                ids.append(match.id());
            }
            return ids + " of " + writer.snapshot().documents();
        }
    }
}
