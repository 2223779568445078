package io.whorl.query;

import io.whorl.cluster.Clusters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A process to kill: {@code INDEX WORK OUT pairs|clusters THREADS}. It resumes work, and writes what it finds. */
final class KilledSearch {
    private KilledSearch() {}

    public static void main(String[] args) throws IOException {
        Path work = Path.of(args[1]);
        int threads = Integer.parseInt(args[4]);
        try (Snapshot snapshot = Snapshot.open(Path.of(args[0]))) {
            System.out.println("open");
            List<String> lines =
                    args[3].equals("pairs") ? pairs(snapshot, work, threads) : clusters(snapshot, work, threads);
            Files.write(Path.of(args[2]), lines);
        }
        System.out.println("done");
    }

    static List<String> pairs(Snapshot snapshot, Path work, int threads) {
        try (Pairs pairs = snapshot.pairs(WorkIndex.pairs(work).threads(threads).build())) {
            return WorkIndex.lines(pairs);
        }
    }

    static List<String> clusters(Snapshot snapshot, Path work, int threads) {
        try (Clusters clusters =
                snapshot.clusters(WorkIndex.clusters(work).threads(threads).build())) {
            return WorkIndex.lines(clusters);
        }
    }
}
