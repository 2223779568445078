package io.whorl;

import io.whorl.bulk.TestFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import net.jqwik.api.lifecycle.AfterTry;
import net.jqwik.api.lifecycle.BeforeTry;
import org.junit.jupiter.api.io.TempDir;

/** Gives each test, and each try of a property, a temporary directory. */
public abstract class TryFolder {
    @TempDir
    protected Path directory;

    @BeforeTry
    protected void begin() throws IOException {
        directory = Files.createTempDirectory("try");
    }

    @AfterTry
    protected void end() throws IOException {
        TestFiles.delete(directory);
    }
}
