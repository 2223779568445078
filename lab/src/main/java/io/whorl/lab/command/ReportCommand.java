package io.whorl.lab.command;

import io.whorl.WhorlException;
import io.whorl.lab.model.Results;
import io.whorl.lab.report.Report;
import io.whorl.lab.results.ResultsFolder;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Makes results into a page to look at. */
@Command(
        name = "report",
        mixinStandardHelpOptions = true,
        description = {
            "Makes a run's results into one HTML page: tables that sort, and plots. It needs no network.",
            "A run that is not finished can be reported on as far as it went."
        })
final class ReportCommand implements Callable<Integer> {
    /** The page's name beside the results. */
    static final String PAGE = "report.html";

    @Parameters(index = "0", paramLabel = "RESULTSDIR", description = "The folder that lab run wrote to with --out.")
    private Path folder;

    @Option(names = "--out", paramLabel = "FILE", description = "The page (default: " + PAGE + " in RESULTSDIR).")
    private Optional<Path> out;

    @Option(names = "--png", paramLabel = "DIR", description = "Writes the plots as images too, for papers.")
    private Optional<Path> png;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        PrintWriter err = spec.commandLine().getErr();
        try {
            Results results = ResultsFolder.read(folder);
            Path page = out.orElse(folder.resolve(PAGE));
            Report.page(results, title(folder), page);
            err.println(page + ": " + results.outcomes().size() + " configurations");
            png.ifPresent(images -> err.println(images + ": " + Report.images(results, images) + " plots"));
            return 0;
        } catch (WhorlException e) {
            err.println(e.getMessage());
            return 1;
        } catch (IOException e) {
            err.println(e);
            return 1;
        } finally {
            err.flush();
        }
    }

    /** What a page on a folder's results is called. */
    static String title(Path folder) {
        return String.valueOf(folder.toAbsolutePath().normalize().getFileName());
    }
}
