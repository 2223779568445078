package io.whorl.lab.collection;

import io.whorl.lab.model.LabException;
import java.nio.file.Path;
import java.util.List;

/** Reports files that a table names but the collection does not have. */
public final class MissingFiles {
    private static final int SHOWN = 3;

    private MissingFiles() {}

    /** @param missing the position and file of each such row */
    public static void check(Path tsv, List<String> missing, Texts texts) {
        if (missing.isEmpty()) {
            return;
        }
        String example = texts.ids().iterator().next();
        boolean header = missing.get(0).startsWith(tsv + ":1 ");
        throw new LabException(tsv + " names " + missing.size()
                + (missing.size() == 1 ? " file that is" : " files that are") + " not in the collection: "
                + String.join(", ", missing.subList(0, Math.min(SHOWN, missing.size())))
                + (missing.size() > SHOWN ? ", ..." : "") + "; its " + texts.size() + " documents have names such as '"
                + example + "' (the path in the directory or archive)"
                + (header ? "; if row 1 is a header, its first column must be called file" : ""));
    }
}
