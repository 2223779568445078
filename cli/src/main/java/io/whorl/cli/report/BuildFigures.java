package io.whorl.cli.report;

import io.whorl.bulk.BuildReport;
import io.whorl.cli.output.Figures;
import io.whorl.corpus.format.Skipped;
import java.util.Map;

/** The figures that {@code build} and {@code rebuild} have in common. */
public final class BuildFigures {
    private BuildFigures() {}

    /** Adds the figures of the index. */
    static void index(BuildReport report, Figures figures) {
        figures.count("documents", report.documents())
                .count("words", report.words())
                .count("minutiae", report.minutiae())
                .count("singletons", report.singletons())
                .count("postings", report.postings())
                .count("bytes", report.bytes())
                .hundredth("bytesPerPosting", report.bytesPerPosting());
        if (report.storedTextBytes() > 0) {
            figures.count("storedTextBytes", report.storedTextBytes());
        }
        if (report.storedFingerprintBytes() > 0) {
            figures.count("storedFingerprintBytes", report.storedFingerprintBytes());
        }
    }

    /** Adds the number of documents that were not read, in total and for each reason that occurred. */
    public static void skipped(Map<Skipped.Reason, Long> counts, Figures figures) {
        long byRule = counts.entrySet().stream()
                .filter(count -> count.getKey().isByRule())
                .mapToLong(Map.Entry::getValue)
                .sum();
        long all = counts.values().stream().mapToLong(Long::longValue).sum();
        figures.count("skipped", all - byRule).count("leftOutByRule", byRule);
        counts.forEach((reason, count) -> figures.count("skipped" + RebuildTables.fieldName(reason), count));
    }

    /** Adds figures of the documents that were read, whether they are in the index or not. */
    static void documents(BuildReport report, Figures figures) {
        figures.count("repeatedIds", report.repeatedIds())
                .count("tooShort", report.tooShort())
                .count("withoutMinutiae", report.withoutMinutiae())
                .count("malformed", report.malformed());
    }

    static void duplicates(BuildReport report, Figures figures) {
        figures.count("exactDuplicates", report.duplicates().exact())
                .count("lexicalDuplicates", report.duplicates().lexical())
                .count("fingerprintDuplicates", report.duplicates().fingerprint());
    }
}
