package io.whorl.cli;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.TypeConversionException;

/** A number of bytes, such as {@code 512m} or {@code 4g}. k, m, g and t are powers of 1,024, as in -Xmx of Java. */
record ByteSize(long bytes) {
    private static final Pattern FORM = Pattern.compile("(\\d{1,15})([kmgt]?)");
    private static final String SUFFIXES = "kmgt";

    /** Returns the size in the largest unit that divides it. */
    @Override
    public String toString() {
        long value = bytes;
        int unit = -1;
        while (value >= 1_024 && value % 1_024 == 0 && unit < SUFFIXES.length() - 1) {
            value /= 1_024;
            unit++;
        }
        return value + (unit < 0 ? "" : SUFFIXES.substring(unit, unit + 1));
    }

    /** Returns the value of {@code --memory}, and reports one below {@code least} or beyond the heap as wrong usage. */
    public long checkedMemory(long least) {
        long limit = Runtime.getRuntime().maxMemory();
        Usage.refuse(
                bytes < least || bytes > limit,
                "--memory is " + this + "; it must be from " + new ByteSize(least) + " to the heap limit of java, "
                        + (limit >> 20) + "m (-Xmx)");
        return bytes;
    }

    static ByteSize parse(String text) {
        Matcher m = FORM.matcher(text.toLowerCase(Locale.ROOT));
        if (!m.matches()) {
            throw new TypeConversionException("'" + text + "' is not a size, such as 500000, 512m or 4g");
        }
        long number = Long.parseLong(m.group(1));
        int shift = 10 * (SUFFIXES.indexOf(m.group(2)) + (m.group(2).isEmpty() ? 0 : 1));
        if (number > Long.MAX_VALUE >> shift) {
            throw new TypeConversionException("'" + text + "' is too large");
        }
        return new ByteSize(number << shift);
    }
}
