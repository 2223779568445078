package io.whorl.cli.command;

import io.whorl.cli.option.ReadingOptions;
import io.whorl.corpus.SourceFacts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The sources of a rebuild, and how they are read: what resuming it must find unchanged. */
final class RebuildFacts {
    /** On the documents that are read. */
    private static final Set<String> WITHOUT_EFFECT = Set.of("--strict", "--lenient", "--allow-empty");

    private RebuildFacts() {}

    /** @param reading the command's {@link ReadingOptions}, as they were given */
    static Map<String, String> of(CommandSpec reading, List<Path> sources) throws IOException {
        Map<String, String> facts = new LinkedHashMap<>();
        for (OptionSpec option : reading.options()) {
            Object value = option.getValue();
            if (value != null && !WITHOUT_EFFECT.contains(option.longestName())) {
                facts.put(
                        option.longestName(),
                        value instanceof Object[] values ? Arrays.toString(values) : String.valueOf(value));
            }
        }
        facts.putAll(SourceFacts.of(sources));
        return facts;
    }
}
