package io.whorl.testing;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/**
 * Collections with known answers, which are not part of the project. They are in the folder that the environment
 * variable {@code WHORL_DATA} names, and nowhere else. A test that reads them is tagged with {@link NeedsData}.
 */
public final class TestData {
    private TestData() {}

    /**
     * Returns a file or folder of the collections. Skips the test if the folder does not have it.
     *
     * @throws IllegalStateException if {@code WHORL_DATA} is not set, because the test lacks its tag
     */
    public static Path of(String relative) {
        String folder = System.getenv(NeedsData.VARIABLE);
        if (folder == null) {
            throw new IllegalStateException("This test reads " + relative + ", so it must be tagged with @NeedsData.");
        }
        Path found = Path.of(folder).resolve(relative);
        Assumptions.assumeTrue(Files.exists(found), () -> "there is no " + relative + " in the folder of WHORL_DATA");
        return found;
    }
}
