package io.whorl.rebuild;

import io.whorl.bulk.BuildReport;
import io.whorl.bulk.Duplicates;
import io.whorl.journal.JournalStep;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The report of a build as journal fields, for a rebuild that is resumed after its runs were merged. */
final class JournaledReport {
    private static final String STORED_TEXT = "stored-text";
    private static final String STORED_FINGERPRINTS = "stored-fingerprints";
    private static final String EXAMPLE = "example ";
    private static final String WITHOUT_MINUTIAE = "without minutiae ";

    private JournaledReport() {}

    static Map<String, String> of(BuildReport report) {
        Map<String, Long> counts = new TreeMap<>();
        counts.put("documents", report.documents());
        counts.put("words", report.words());
        counts.put("minutiae", report.minutiae());
        counts.put("singletons", report.singletons());
        counts.put("postings", report.postings());
        counts.put("bytes", report.bytes());
        counts.put("repeated-ids", report.repeatedIds());
        counts.put("too-short", report.tooShort());
        counts.put("without-minutiae", report.withoutMinutiae());
        counts.put("malformed", report.malformed());
        counts.put("text", report.textBytes());
        counts.put("exact", report.duplicates().exact());
        counts.put("lexical", report.duplicates().lexical());
        counts.put("fingerprint", report.duplicates().fingerprint());
        counts.put("runs", report.runs());
        counts.put("temporary", report.temporaryBytes());
        if (report.storedTextBytes() > 0) {
            counts.put(STORED_TEXT, report.storedTextBytes());
        }
        if (report.storedFingerprintBytes() > 0) {
            counts.put(STORED_FINGERPRINTS, report.storedFingerprintBytes());
        }
        Map<String, String> fields = new TreeMap<>();
        counts.forEach((name, count) -> fields.put(name, Long.toString(count)));
        List<Duplicates.Example> examples = report.duplicates().examples();
        for (int i = 0; i < examples.size(); i++) {
            fields.put(EXAMPLE + i, examples.get(i).kind().name());
            fields.put(EXAMPLE + i + " id", examples.get(i).id());
            fields.put(EXAMPLE + i + " first", examples.get(i).first());
        }
        for (int i = 0; i < report.firstWithoutMinutiae().size(); i++) {
            fields.put(WITHOUT_MINUTIAE + i, report.firstWithoutMinutiae().get(i));
        }
        return fields;
    }

    static BuildReport read(JournalStep step) {
        List<Duplicates.Example> examples = new ArrayList<>();
        for (int i = 0; step.fields().containsKey(EXAMPLE + i); i++) {
            examples.add(new Duplicates.Example(
                    Duplicates.Kind.valueOf(step.field(EXAMPLE + i)),
                    step.field(EXAMPLE + i + " id"),
                    step.field(EXAMPLE + i + " first")));
        }
        List<String> without = new ArrayList<>();
        for (int i = 0; step.fields().containsKey(WITHOUT_MINUTIAE + i); i++) {
            without.add(step.field(WITHOUT_MINUTIAE + i));
        }
        return new BuildReport(
                step.count("documents"),
                step.count("words"),
                step.count("minutiae"),
                step.count("singletons"),
                step.count("postings"),
                step.count("bytes"),
                step.count("repeated-ids"),
                step.count("too-short"),
                step.count("without-minutiae"),
                step.count("malformed"),
                step.count("text"),
                step.fields().containsKey(STORED_TEXT) ? step.count(STORED_TEXT) : 0,
                step.fields().containsKey(STORED_FINGERPRINTS) ? step.count(STORED_FINGERPRINTS) : 0,
                new Duplicates.Counts(step.count("exact"), step.count("lexical"), step.count("fingerprint"), examples),
                step.count("runs"),
                0,
                step.count("temporary"),
                without);
    }
}
