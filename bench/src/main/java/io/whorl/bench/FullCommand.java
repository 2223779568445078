package io.whorl.bench;

import io.whorl.bench.section.Settings;
import picocli.CommandLine.Command;

/** The run that the bars refer to. */
@Command(
        name = "full",
        mixinStandardHelpOptions = true,
        description =
                "Measures the sets that the bars refer to: linuxdocs-dev, and 30 million singletons. Takes an hour "
                        + "and a"
                        + " half, and several gigabytes of disk.",
        footerHeading = "%nExample:%n",
        footer = "  java -jar bench.jar full --only LOOKUP,SIZE --work work --results RESULTS.md")
final class FullCommand extends RunCommand {
    @Override
    String name() {
        return "full";
    }

    @Override
    Settings settings(String folder) {
        return Settings.full(data, folder);
    }
}
