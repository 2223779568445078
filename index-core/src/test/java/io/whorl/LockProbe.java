package io.whorl;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Prints whether another process holds the lock of a file. */
public final class LockProbe {
    private LockProbe() {}

    public static void main(String[] args) throws IOException {
        try (FileChannel channel = FileChannel.open(Path.of(args[0]), StandardOpenOption.WRITE)) {
            System.out.println(channel.tryLock() == null ? "held" : "free");
        }
    }
}
