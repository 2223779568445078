package io.whorl.spark;

import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.BuildReport;
import io.whorl.bulk.IndexBuilder;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Iterator;
import java.util.Optional;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.Row;

/** Builds an index of the rows of one partition, and counts the rows that it leaves out. */
final class ShardBuild {
    private static final int LONGEST_ID = 65_535;
    private static final int LAST_YEAR = 9_999;

    private final TaskSettings settings;
    private final TaskContext context;
    private final RowCounts counts = new RowCounts();
    private String previous = "";

    ShardBuild(TaskSettings settings, TaskContext context) {
        this.settings = settings;
        this.context = context;
    }

    RowCounts counts() {
        return counts;
    }

    /**
     * Builds the index.
     *
     * @return false if there is none: no row is a document, or the settings are strict and a row cannot be indexed
     */
    boolean run(Path directory, Scheme scheme, BuildOptions options, Iterator<Row> rows) throws IOException {
        RowCounts refused = new RowCounts();
        try (IndexBuilder builder = IndexBuilder.create(
                directory, scheme, options, document -> refused.leaveOut(LeftOut.REFUSED, document.id()))) {
            while (rows.hasNext()) {
                // A task that lost against a speculative one, or that belongs to a cancelled job, ends here.
                context.killTaskIfInterrupted();
                add(rows.next(), builder);
                if (settings.strict() && counts.bad() > 0) {
                    return false;
                }
            }
            BuildReport[] finished = new BuildReport[1];
            try {
                builder.finish(report -> {
                    finished[0] = report;
                    if (report.documents() == 0) {
                        throw new EmptyShardException();
                    }
                });
            } catch (EmptyShardException e) {
                return false;
            } finally {
                count(finished[0], refused);
            }
            return !(settings.strict() && counts.bad() > 0);
        }
    }

    private void count(BuildReport report, RowCounts refused) {
        counts.add(refused);
        if (report != null) {
            counts.leaveOut(LeftOut.REPEATED_ID, report.repeatedIds());
            counts.leaveOut(LeftOut.TOO_SHORT, report.tooShort());
            counts.found(report.malformed(), report.withoutMinutiae());
        }
    }

    private void add(Row row, IndexBuilder builder) throws IOException {
        counts.row();
        if (row.isNullAt(0)) {
            counts.leaveOut(LeftOut.NULL_ID, 1);
            return;
        }
        byte[] bytes = row.getAs(0);
        String id = new String(bytes, StandardCharsets.UTF_8);
        if (bytes.length == 0 || id.getBytes(StandardCharsets.UTF_8).length > LONGEST_ID) {
            counts.leaveOut(LeftOut.UNUSABLE_ID, id);
        } else if (row.isNullAt(2)) {
            counts.leaveOut(LeftOut.NULL_TEXT, id);
        } else if (row.isNullAt(1)) {
            counts.leaveOut(LeftOut.TOO_LONG, id);
        } else {
            if (id.equals(previous)) {
                // The builder counts it, as it does where the rows are not sorted.
                counts.example(LeftOut.REPEATED_ID, id);
            }
            previous = id;
            byte[] text = row.getAs(1);
            counts.indexed(text.length);
            builder.add(id, text, row.isNullAt(3) ? Optional.empty() : date(row.getLong(3)));
        }
    }

    private Optional<Instant> date(long micros) {
        Instant date = Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
        int year = date.atOffset(ZoneOffset.UTC).getYear();
        if (year < 1 || year > LAST_YEAR) {
            counts.unusableDate();
            return Optional.empty();
        }
        return Optional.of(date);
    }

    /** Ends a build that would publish an index without documents. */
    private static final class EmptyShardException extends RuntimeException {
        private static final long serialVersionUID = 1;

        EmptyShardException() {
            super("no documents", null, false, false);
        }
    }
}
