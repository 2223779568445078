package io.whorl.store;

import io.whorl.IndexExistsException;
import java.io.IOException;
import java.nio.file.Path;

/** Files of others in a directory in which an index is to be made. */
final class ForeignFiles {
    private ForeignFiles() {}

    /** @throws IndexExistsException if there are any: an index is made where there is nothing, or over another */
    static void refuse(Path path) throws IOException {
        for (String name : IndexFiles.names(path)) {
            if (!name.equals(FileNames.LOCK)
                    && !name.equals(ManifestFile.NAME)
                    && !name.equals(FileNames.LIVE)
                    && !name.equals(FileNames.REBUILD)
                    && !FileNames.isSegment(name)
                    && !FileNames.isDeaths(name)
                    && !FileNames.isLeftover(name)
                    && !FileNames.isAside(name)) {
                throw new IndexExistsException(path, "files that are not an index's, such as " + name);
            }
        }
        for (String name : IndexFiles.names(IndexFiles.live(path))) {
            if (!FileNames.isLive(name) && !FileNames.isAside(name)) {
                throw new IndexExistsException(path, "files that are not an index's, such as live/" + name);
            }
        }
        for (String name : IndexFiles.names(IndexFiles.rebuild(path))) {
            if (!FileNames.isOfRebuild(name)) {
                throw new IndexExistsException(path, "files that are not an index's, such as rebuild/" + name);
            }
        }
    }
}
