package io.whorl.cli.option;

import io.whorl.corpus.Sample;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses a share of the documents, with an optional seed: {@code 0.01}, {@code 1/100}, {@code 1/100:7}. */
final class SampleConverter implements ITypeConverter<Sample> {
    private static final Pattern FORM = Pattern.compile("(?:1/(\\d{1,9})|(\\d?\\.?\\d{1,15}))(?::(-?\\d{1,18}))?");

    @Override
    public Sample convert(String text) {
        Matcher m = FORM.matcher(text);
        if (!m.matches()) {
            throw new TypeConversionException(
                    "'" + text + "' is not a share, such as 0.01, 1/100 or 1/100:7 with a seed");
        }
        double share = m.group(1) != null ? 1.0 / Integer.parseInt(m.group(1)) : Double.parseDouble(m.group(2));
        if (!(share > 0 && share <= 1)) {
            throw new TypeConversionException(
                    "'" + text + "' is a share of " + share + "; it must be above 0 and at most 1");
        }
        return new Sample(share, m.group(3) == null ? 0 : Long.parseLong(m.group(3)));
    }
}
