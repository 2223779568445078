package io.whorl.fuzz;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** All readers of untrusted bytes. */
final class FuzzTargets {
    /** The files of an index, and schemes. */
    static final String INDEX = "index";
    /** Archives and dumps. */
    static final String DUMPS = "dumps";
    /** Documents that are converted to text. */
    static final String TEXTS = "texts";

    private FuzzTargets() {}

    /**
     * @param wanted a group or the name of a target
     * @param directory the directory for the seeds
     */
    static List<FuzzTarget> of(String wanted, Path directory) throws IOException {
        List<FuzzTarget> found = new ArrayList<>();
        for (String group : List.of(INDEX, DUMPS, TEXTS)) {
            List<FuzzTarget> all = group.equals(INDEX)
                    ? IndexTarget.all(directory)
                    : group.equals(DUMPS) ? DumpSeeds.all() : TextSeeds.all();
            all.stream()
                    .filter(t -> wanted.equals(group) || wanted.equals(t.name()))
                    .forEach(found::add);
        }
        if (found.isEmpty()) {
            throw new IllegalArgumentException("no group or target is called " + wanted);
        }
        return found;
    }
}
