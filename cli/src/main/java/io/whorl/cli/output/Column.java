package io.whorl.cli.output;

import java.util.Locale;
import java.util.Map;

/**
 * A field of a result.
 *
 * @param name the field name in JSON and TSV
 * @param title the title in a table
 * @param right whether a table aligns the values to the right
 */
public record Column(String name, String title, boolean right) {
    public static Column text(String name) {
        return new Column(name, Titles.of(name), false);
    }

    public static Column number(String name) {
        return new Column(name, Titles.of(name), true);
    }

    /** The titles that tables show in place of field names. */
    public static final class Titles {
        /** Titles that are more than the words of the field name. */
        private static final Map<String, String> TITLES = Map.ofEntries(
                Map.entry("a", "document a"),
                Map.entry("b", "document b"),
                Map.entry("bytes", "size in bytes"),
                Map.entry("commonMinutiae", "The minutiae that most documents hold"),
                Map.entry("duplicateExamples", "Examples of duplicates"),
                Map.entry("equals", "equal to"),
                Map.entry("family", "family size"),
                Map.entry("firstWithoutMinutiae", "Documents without minutiae"),
                Map.entry("found", "found in"),
                Map.entry("id", "document"),
                Map.entry("leftOutByRule", "excluded by rules"),
                Map.entry("malformed", "malformed UTF-8 sequences"),
                Map.entry("maxDf", "frequency limit"),
                Map.entry("megabytesPerSecond", "MB per second"),
                Map.entry("minutiaeA", "minutiae of a"),
                Map.entry("minutiaeB", "minutiae of b"),
                Map.entry("overMaxDf", "minutiae above the limit"),
                Map.entry("peakHeap", "peak heap in bytes"),
                Map.entry("peakResident", "peak resident memory in bytes"),
                Map.entry("skippedPlaces", "Skipped documents"),
                Map.entry("textBytes", "text in bytes"),
                Map.entry("tooShort", "too short"),
                Map.entry("temporaryBytes", "temporary files in bytes"));

        private Titles() {}

        /** Returns the title of a field: {@code bytes per posting} for {@code bytesPerPosting}. */
        public static String of(String name) {
            return TITLES.getOrDefault(name, words(name));
        }

        private static String words(String name) {
            return name.replaceAll("(\\p{Upper})", " $1").toLowerCase(Locale.ROOT);
        }
    }
}
