package io.whorl.lab.command;

import io.whorl.WhorlException;
import io.whorl.lab.run.Report;
import io.whorl.lab.run.Results;
import io.whorl.lab.run.ResultsFolder;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(name = "report", mixinStandardHelpOptions = true, sortOptions = false)
final class ReportCommand implements Callable<Integer> {
    static final String PAGE = "report.html";

    @Parameters(index = "0", paramLabel = "RESULTSDIR")
    private Path folder;

    @Option(names = "--out", paramLabel = "FILE")
    private Optional<Path> out;

    @Option(names = "--plots", paramLabel = "DIR")
    private Optional<Path> plots;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        PrintWriter err = spec.commandLine().getErr();
        try {
            Results results = ResultsFolder.read(folder);
            Path page = out.orElse(folder.resolve(PAGE));
            if (ResultsFolder.isJournal(folder, page)) {
                throw new ParameterException(
                        spec.commandLine(), "--out would replace the results " + page + "; give another name");
            }
            Report.page(results, title(folder), page);
            err.println(page + ": " + results.outcomes().size() + " configurations");
            plots.ifPresent(files -> err.println(files + ": " + Report.plots(results, files) + " plots"));
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

    static String title(Path folder) {
        return String.valueOf(folder.toAbsolutePath().normalize().getFileName());
    }
}
