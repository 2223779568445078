package io.whorl.cli.option;

import io.whorl.query.QueryOptions;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses {@code --max-df}: a number of documents, or none. */
public final class FrequencyLimitConverter implements ITypeConverter<Long> {
    @Override
    public Long convert(String text) {
        if (text.equals("none")) {
            return QueryOptions.NO_LIMIT;
        }
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new TypeConversionException("'" + text + "' is neither a number of documents nor none");
        }
    }
}
