package io.whorl.bench;

import io.whorl.bench.data.TextCollection;
import io.whorl.bench.section.Settings;
import io.whorl.lab.files.DataFolder;
import picocli.CommandLine.Command;

/** A run of a few minutes on small sets. */
@Command(
        name = "quick",
        mixinStandardHelpOptions = true,
        description =
                "Measures small sets in a few minutes. They mostly fit in the caches, so ratios differ from full.",
        footerHeading = "%nExample:%n",
        footer = "  java -jar bench.jar quick --only QUERY")
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
