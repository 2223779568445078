package io.whorl.lab.command;

import io.whorl.lab.grid.Grid;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Tries Whorl beside other systems on a collection with groups. */
@Command(
        name = "rivals",
        mixinStandardHelpOptions = true,
        description = {
            "Tries Whorl beside other systems (Lucene, hash4j, java-LSH), each as its own documentation advises, on a"
                    + " collection whose groups are known.",
            "Judged, printed and written as lab run does; what each system was told stands below the table."
        })
final class RivalsCommand extends GroupsCommand {
    private static final String USUAL = "rivals.grid";

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "GRID",
            description =
                    "The configurations, where the setting system names a rival; without it each rival as it is advised,"
                            + " and Whorl by full fingerprints, winnowing and mod 25.")
    private Optional<Path> file;

    @Override
    Grid grid() throws IOException {
        if (file.isPresent()) {
            return Grid.read(file.get());
        }
        try (InputStream in = RivalsCommand.class.getResourceAsStream(USUAL)) {
            if (in == null) {
                throw new IOException("no resource " + USUAL + "; the jar is not whole");
            }
            return Grid.parse(
                    USUAL,
                    new String(in.readAllBytes(), StandardCharsets.UTF_8),
                    Path.of("").toAbsolutePath());
        }
    }
}
