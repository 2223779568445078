package io.whorl.spark;

import io.whorl.SchemeException;
import io.whorl.preset.Preset;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options of the scheme: a preset, or a file with a complete scheme. */
final class SchemeOptions {
    @ArgGroup
    private Choice choice = new Choice();

    /** One of the two. */
    private static final class Choice {
        @Option(
                names = "--preset",
                paramLabel = "NAME",
                converter = PresetConverter.class,
                description = "A scheme for a purpose: near-duplicates or plagiarism (default: none).")
        private Preset preset;

        @Option(
                names = "--scheme",
                paramLabel = "FILE",
                description = "A file with the JSON of a scheme, as 'whorl stats' shows it (default: the scheme that"
                        + " 'whorl build' has by default).")
        private String file;
    }

    /** True if there is an option. */
    boolean given() {
        return choice.file != null || choice.preset != null;
    }

    /** @throws SchemeException if the file contains no scheme */
    Scheme scheme(Configuration hadoop) throws IOException {
        if (choice.file != null) {
            return Scheme.fromJson(SetFiles.text(choice.file, hadoop).strip());
        }
        return (choice.preset == null ? Scheme.builder() : choice.preset.scheme()).build();
    }

    private static final class PresetConverter implements ITypeConverter<Preset> {
        @Override
        public Preset convert(String name) {
            try {
                return Preset.valueOf(name.toUpperCase(Locale.ROOT).replace('-', '_'));
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(
                        "'" + name + "' is not a preset; the presets are near-duplicates and plagiarism");
            }
        }
    }
}
