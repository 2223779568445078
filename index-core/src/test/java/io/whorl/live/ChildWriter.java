package io.whorl.live;

import io.whorl.LiveTierUnavailableException;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.IndexBuilder;
import io.whorl.query.QueryOptions;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** The main class of a child process: {@code read|live DIRECTORY POSTINGS}. Prints the result. */
public final class ChildWriter {
    private ChildWriter() {}

    public static void main(String[] args) throws IOException {
        Path directory = Path.of(args[1]);
        if (args[0].equals("read")) {
            System.out.println("read " + read(directory.resolve("index")));
            return;
        }
        try {
            System.out.println("live " + live(directory.resolve("map"), Long.parseLong(args[2])));
        } catch (LiveTierUnavailableException e) {
            System.out.println("unavailable " + e.getMessage());
        } catch (IOException e) {
            System.out.println("failed " + e);
        }
    }

    /** Builds, opens and queries an index, and loads the classes of the live tier that work without Chronicle Map. */
    private static int read(Path index) throws IOException {
        byte[] text = "one two three four five six".getBytes(StandardCharsets.UTF_8);
        try (IndexBuilder builder = IndexBuilder.create(index, Scheme.builder().build(), BuildOptions.DEFAULT)) {
            builder.add("a", text);
            builder.finish();
        }
        return Snapshot.open(index).query(text, QueryOptions.DEFAULT).matches().size()
                + new LiveLimits(1, LiveView.class.isInterface() ? 1 : 0).documents();
    }

    private static long live(Path file, long postings) throws IOException {
        try (LiveTier tier = LiveTier.create(file, new LiveLimits(postings, 10), false)) {
            tier.add(new byte[] {'a'}, 1, new byte[0], new long[] {5, 7}, new int[0], 2);
            long[] sum = {0};
            try (LiveView view = tier.view();
                    LiveView.Cursor cursor = view.cursor()) {
                view.forEach((minutia, document, frequency) -> sum[0] += minutia);
                return cursor.find(7) ? sum[0] : -1;
            }
        }
    }
}
