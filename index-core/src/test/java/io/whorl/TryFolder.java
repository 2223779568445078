package io.whorl;

import io.whorl.bulk.TestFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import net.jqwik.api.lifecycle.AfterTry;
import net.jqwik.api.lifecycle.BeforeTry;

/** Gives each try of a property a temporary directory, as JUnit does for its tests. */
public abstract class TryFolder {
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
