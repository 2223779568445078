package io.whorl.rebuild;

import io.whorl.journal.Journal;
import io.whorl.rebuild.Rebuilding.Doc;
import java.io.IOException;
import java.nio.file.Path;

/** A process to kill: {@code INDEX SEED DOCUMENTS}. Begins or resumes a rebuild, and prints its steps. */
final class KilledRebuild {
    private KilledRebuild() {}

    public static void main(String[] args) throws IOException {
        Path index = Path.of(args[0]);
        try (IndexRebuild rebuild = Journal.exists(index.resolve("rebuild"))
                ? IndexRebuild.resume(index, Rebuilding.OPTIONS)
                : IndexRebuild.begin(index, Rebuilding.OPTIONS)) {
            System.out.println("open " + rebuild.resumed());
            for (Doc d : Rebuilding.dump(Long.parseLong(args[1]), Integer.parseInt(args[2]))) {
                rebuild.add(d.id(), d.text());
            }
            System.out.println("read");
            rebuild.finish();
            System.out.println("swapped");
        }
        System.out.println("closed");
    }
}
