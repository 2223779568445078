package io.whorl.cli.option;

import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.Duplicates;
import io.whorl.bulk.RepeatedIds;
import io.whorl.cli.console.Usage;
import java.io.IOException;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** How {@code build} and {@code rebuild} make an index. */
public final class BuildingOptions {
    @Option(names = "--memory", paramLabel = "SIZE")
    private ByteSize memory;

    @Option(names = "--min-document", paramLabel = "N")
    private long minDocument;

    @Option(names = "--duplicates", paramLabel = "HOW", converter = DuplicatesConverter.class)
    private Duplicates duplicates;

    @Option(names = "--store-text")
    private boolean storeText;

    @Option(names = "--store-fingerprints")
    private boolean storeFingerprints;

    /** @param defaults the options for which the user gives no value */
    public BuildOptions over(BuildOptions defaults) throws IOException {
        long limit = Runtime.getRuntime().maxMemory();
        Usage.refuse(
                memory != null && memory.bytes() > limit,
                "--memory is " + memory + ", but the heap limit of java is " + (limit >> 20)
                        + "m; give less, or start java with a larger -Xmx");
        return Usage.checked(() -> {
            BuildOptions options = defaults.minDocument(minDocument)
                    .repeatedIds(RepeatedIds.FIRST)
                    .storeText(defaults.storeText() || storeText)
                    .storeFingerprints(defaults.storeFingerprints() || storeFingerprints);
            options = memory == null ? options : options.memory(memory.bytes());
            return duplicates == null ? options : options.duplicates(duplicates);
        });
    }

    /**
     * Parses {@code --duplicates}: {@code ignore}, {@code keep}, {@code first}, {@code first:KIND} or {@code alias}.
     */
    private static final class DuplicatesConverter implements ITypeConverter<Duplicates> {
        @Override
        public Duplicates convert(String text) {
            try {
                return text.equals("first") ? Duplicates.FIRST : Duplicates.of(text);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException("'" + text
                        + "' is not ignore, keep, first, first:exact, first:lexical, first:fingerprint or alias");
            }
        }
    }
}
