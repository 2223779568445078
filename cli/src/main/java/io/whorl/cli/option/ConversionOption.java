package io.whorl.cli.option;

import io.whorl.corpus.ReaderOptions;
import picocli.CommandLine.Option;

/** Whether markup is reduced to its text. Documents and queries must be read in the same way. */
public final class ConversionOption {
    @Option(names = "--no-convert")
    private boolean noConvert;

    public ConversionOption() {}

    ConversionOption(boolean noConvert) {
        this.noConvert = noConvert;
    }

    public boolean given() {
        return noConvert;
    }

    public ReaderOptions applied(ReaderOptions options) {
        return options.convert(!noConvert);
    }
}
