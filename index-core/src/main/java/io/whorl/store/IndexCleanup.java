package io.whorl.store;

import io.whorl.IndexExistsException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** Removes the files of an index that no state needs any more. Files of other origin are never removed. */
final class IndexCleanup {
    private IndexCleanup() {}

    /** @throws IndexExistsException if the directory contains files that do not belong to an index */
    static void refuseForeignFiles(Path index) throws IOException {
        refuseForeignFiles(
                index,
                index,
                name -> name.equals(FileNames.LOCK)
                        || name.equals(ManifestFile.NAME)
                        || name.equals(FileNames.LIVE)
                        || name.equals(FileNames.REBUILD)
                        || FileNames.isSegment(name)
                        || FileNames.isDeaths(name)
                        || FileNames.isLeftover(name)
                        || FileNames.isAside(name));
        refuseForeignFiles(index, IndexFiles.live(index), name -> FileNames.isLive(name) || FileNames.isAside(name));
        refuseForeignFiles(index, IndexFiles.rebuild(index), FileNames::isOfRebuild);
    }

    private static void refuseForeignFiles(Path index, Path directory, Predicate<String> known) throws IOException {
        for (String name : IndexFiles.names(directory)) {
            if (!known.test(name)) {
                throw new IndexExistsException(
                        index,
                        "files that do not belong to an index, such as " + index.relativize(directory.resolve(name)));
            }
        }
    }

    /**
     * Removes the temporary files of writers and builds that were killed. Without a MANIFEST, segments and logs are
     * leftovers, too.
     */
    static void removeLeftovers(Path index) throws IOException {
        boolean unpublished = !Files.exists(index.resolve(ManifestFile.NAME));
        for (String name : IndexFiles.names(index)) {
            if (FileNames.isLeftover(name) || unpublished && (FileNames.isSegment(name) || FileNames.isDeaths(name))) {
                Files.deleteIfExists(index.resolve(name));
            }
        }
        Path live = IndexFiles.live(index);
        for (String name : IndexFiles.names(live)) {
            if (FileNames.isMap(name) || unpublished && FileNames.isLive(name)) {
                Files.deleteIfExists(live.resolve(name));
            }
        }
    }

    /**
     * Removes all segments and files of dead documents except the given ones.
     *
     * @param kept names of files
     */
    static void removeSegmentsExcept(Path index, Set<String> kept) throws IOException {
        for (String name : IndexFiles.names(index)) {
            if ((FileNames.isSegment(name) || FileNames.isDeaths(name)) && !kept.contains(name)) {
                Files.deleteIfExists(index.resolve(name));
            }
        }
    }

    /** Removes the logs whose numbers are less than {@code log}. */
    static void removeLogsBefore(Path index, long log) throws IOException {
        Path live = IndexFiles.live(index);
        for (String name : IndexFiles.names(live)) {
            if (FileNames.isLog(name) && FileNames.number(name) < log) {
                Files.deleteIfExists(live.resolve(name));
            }
        }
    }

    /**
     * Removes the files of rebuilds. The journal goes first, because the other files are useless without it.
     *
     * @param kept true for the names of files to keep
     */
    static void removeRebuild(Path index, Predicate<String> kept) throws IOException {
        Path rebuild = IndexFiles.rebuild(index);
        List<String> names = new ArrayList<>(IndexFiles.names(rebuild));
        names.sort(Comparator.comparing(name -> !name.equals(FileNames.JOURNAL)));
        boolean empty = true;
        for (String name : names) {
            boolean stays = !FileNames.isOfRebuild(name) || kept.test(name);
            empty &= !stays;
            if (!stays) {
                Files.deleteIfExists(rebuild.resolve(name));
            }
        }
        if (empty) {
            Files.deleteIfExists(rebuild);
        }
    }
}
