package io.whorl.cli.report;

import io.whorl.bulk.BuildReport;
import io.whorl.cli.input.SkippedDocuments;
import io.whorl.cli.output.Figures;

/** What every command that builds tells of it. */
final class BuildFigures {
    private BuildFigures() {}

    /** Of the index. */
    static void held(BuildReport report, Figures figures) {
        long postings = report.postings();
        figures.count("documents", report.documents())
                .count("words", report.words())
                .count("minutiae", report.minutiae())
                .count("singletons", report.singletons())
                .count("postings", postings)
                .count("bytes", report.bytes())
                .hundredth("bytesPerPosting", postings == 0 ? 0 : (double) report.bytes() / postings);
    }

    /** Of what was passed over, in all and for each reason that occurred. */
    static void skipped(SkippedDocuments skipped, Figures figures) {
        figures.count("skipped", skipped.count()).count("leftOutByRule", skipped.leftOutByRule());
        skipped.counts().forEach((reason, count) -> figures.count("skipped" + RebuildTables.name(reason), count));
    }

    /** Of the documents that came, whether it has them or not. */
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
