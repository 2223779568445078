package io.whorl.lab.results;

import io.whorl.lab.model.Run;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/** What a run is about, as JSON. */
final class RunJson {
    private static final long FORMAT = 1;

    private RunJson() {}

    static Map<String, Object> write(Run run) {
        Map<String, Object> out = new LinkedHashMap<>();
        out.put("format", FORMAT);
        out.put("collection", run.collection());
        out.put("documents", run.documents());
        out.put("textBytes", run.textBytes());
        out.put("questions", run.questions());
        out.put("asked", run.asked());
        out.put("thresholds", run.thresholds());
        out.put("seed", run.seed());
        return out;
    }

    static Run read(Fields in) throws IOException {
        if (in.whole("format") != FORMAT) {
            throw new IOException("its format is " + in.whole("format") + ", this release's is " + FORMAT);
        }
        return new Run(
                in.text("collection"),
                in.whole("documents"),
                in.whole("textBytes"),
                in.text("questions"),
                in.small("asked"),
                in.reals("thresholds"),
                in.whole("seed"));
    }
}
