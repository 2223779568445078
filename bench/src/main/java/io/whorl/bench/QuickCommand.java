package io.whorl.bench;

import io.whorl.bench.data.TextCollection;
import io.whorl.bench.section.Settings;
import io.whorl.lab.files.DataFolder;
import picocli.CommandLine.Command;

/** A run of a few minutes on small sets. */
@Command(
        name = "quick",
        mixinStandardHelpOptions = true,
        description = "Small sets, a few minutes. Much is found in the caches, so ratios differ from those of full.")
final class QuickCommand extends RunCommand {
    private static final String SMALL = "linuxdocs-small";

    @Override
    String name() {
        return "quick";
    }

    @Override
    Settings settings(String folder) {
        boolean there = DataFolder.file(data, SMALL + ".tar.gz").isPresent();
        return Settings.quick(data, there ? SMALL : TextCollection.GENERATED, folder);
    }
}
