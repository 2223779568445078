package io.whorl.bench;

import io.whorl.bench.section.Settings;
import picocli.CommandLine.Command;

/** The run that the bars are set for. */
@Command(
        name = "full",
        mixinStandardHelpOptions = true,
        description =
                "The sets that the bars are set for: linuxdocs-dev, and 30 million singletons. An hour and a half, and"
                        + " some gigabytes of disk.")
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
