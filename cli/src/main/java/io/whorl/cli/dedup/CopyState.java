package io.whorl.cli.dedup;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/**
 * How far the survivors are copied.
 *
 * @param file the number of the first file that is not finished
 * @param record the first record of it that is not copied; 0 for its beginning
 * @param bytes the size of the output that is durable
 * @param lineEnds the line ends after the last record, up to 2
 * @param found the dropped documents that were found
 */
record CopyState(int file, long record, long bytes, int lineEnds, long found) {
    static final CopyState BEGINNING = new CopyState(0, 0, 0, 2, 0);

    private static final String STEP = "copied";

    /** Reads the state of the run that is continued. */
    static CopyState read(WorkDirectory work) throws IOException {
        Optional<Map<String, String>> step = work.step(STEP);
        return step.isEmpty()
                ? BEGINNING
                : new CopyState(
                        (int) number(step.get(), "file"),
                        number(step.get(), "record"),
                        number(step.get(), "bytes"),
                        (int) number(step.get(), "lineEnds"),
                        number(step.get(), "found"));
    }

    private static long number(Map<String, String> fields, String name) {
        return Long.parseLong(fields.get(name));
    }

    void write(WorkDirectory work) throws IOException {
        work.finish(
                STEP,
                Map.of(
                        "file", Integer.toString(file),
                        "record", Long.toString(record),
                        "bytes", Long.toString(bytes),
                        "lineEnds", Integer.toString(lineEnds),
                        "found", Long.toString(found)));
    }
}
