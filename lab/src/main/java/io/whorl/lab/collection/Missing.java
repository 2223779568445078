package io.whorl.lab.collection;

import io.whorl.lab.model.LabException;
import java.nio.file.Path;
import java.util.List;

/** Tells of files that a table names and the collection does not have. */
public final class Missing {
    private static final int SHOWN = 3;

    private Missing() {}

    /** @param missing the rows' places and files */
    public static void check(Path tsv, List<String> missing, Texts texts) {
        if (missing.isEmpty()) {
            return;
        }
        String example = texts.ids().iterator().next();
        boolean header = missing.get(0).startsWith(tsv + ":1 ");
        throw new LabException(tsv + " names " + missing.size()
                + (missing.size() == 1 ? " file that is" : " files that are") + " not in the collection: "
                + String.join(", ", missing.subList(0, Math.min(SHOWN, missing.size())))
                + (missing.size() > SHOWN ? ", ..." : "") + "; its " + texts.size() + " documents are named such as '"
                + example + "' (paths relative to the directory, members of an archive by their path)"
                + (header ? "; if row 1 is a header, call its first column file" : ""));
    }
}
