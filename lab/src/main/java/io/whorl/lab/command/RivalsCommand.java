package io.whorl.lab.command;

import io.whorl.lab.grid.Grid;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Measures Whorl and other systems on a collection with groups. */
@Command(
        name = "rivals",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Compares Whorl with other systems (Lucene, hash4j, java-LSH) on a collection with known groups. Each "
                    + "system"
                    + " is set as its own documentation advises.",
            "Results are judged, printed and written as by the command run. The settings of each system are listed"
                    + " below the table."
        },
        footerHeading = "%nExample:%n",
        footer = "  java -jar lab.jar rivals --collection docs --groups groups.tsv --out results")
final class RivalsCommand extends GroupsCommand {
    private static final String DEFAULT = "rivals.grid";

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "GRID",
            description = "The file with the configurations; its setting system names rivals (default: each rival as"
                    + " advised, and Whorl with full fingerprints, winnowing and mod 25).")
    private Optional<Path> file;

    @Override
    Grid grid() throws IOException {
        if (file.isPresent()) {
            return Grid.read(file.get());
        }
        try (InputStream in = RivalsCommand.class.getResourceAsStream(DEFAULT)) {
            if (in == null) {
                throw new IOException("resource " + DEFAULT + " is missing; build the jar again");
            }
            return Grid.parse(
                    DEFAULT,
                    new String(in.readAllBytes(), StandardCharsets.UTF_8),
                    Path.of("").toAbsolutePath());
        }
    }
}
