package io.whorl.store;

import java.nio.file.Path;

/** A scratch directory whose disk is full. */
public final class FullDisk {
    private FullDisk() {}

    public static ScratchSpace at(Path directory) {
        return new ScratchSpace(directory, 1, () -> 0);
    }
}
