package io.whorl.spark;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.whorl.SchemeException;
import io.whorl.WhorlException;
import java.io.IOException;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.apache.spark.sql.SparkSession;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import scala.runtime.BoxedUnit;

/** A command of this module: exit code 0 for success, 1 for failure, 2 for wrong usage. */
@Command(sortOptions = false, mixinStandardHelpOptions = true, versionProvider = SparkCommand.Version.class)
abstract class SparkCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    /**
     * Runs a command, and ends the JVM if it fails. After a success it returns, because Spark reports an application
     * that ends its own JVM in cluster mode as failed.
     */
    static void main(SparkCommand command, String[] arguments) {
        int code = run(command, arguments);
        SparkSession.getDefaultSession().foreach(session -> {
            session.stop();
            return BoxedUnit.UNIT;
        });
        if (code != 0) {
            System.exit(code);
        }
    }

    /** Runs a command, and returns its exit code. */
    static int run(SparkCommand command, String[] arguments) {
        CommandLine line = new CommandLine(command);
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.setExecutionExceptionHandler((e, failed, parsed) -> report(e, failed));
        return line.execute(arguments);
    }

    private static int report(Exception e, CommandLine failed) throws Exception {
        boolean known =
                e instanceof WhorlException || e instanceof IOException || e instanceof IllegalArgumentException;
        if (!known && !e.getClass().getName().startsWith("org.apache.spark.")) {
            throw e;
        }
        failed.getErr().println(failed.getCommandName() + ": " + e.getMessage());
        failed.getErr().flush();
        return e instanceof SchemeException scheme && scheme.reason() == SchemeException.Reason.INVALID
                        || e instanceof IllegalArgumentException
                ? CommandLine.ExitCode.USAGE
                : CommandLine.ExitCode.SOFTWARE;
    }

    /** A string without characters that control a terminal. */
    static String quoted(String text) {
        return new String(JsonStringEncoder.getInstance().quoteAsString(text));
    }

    final void print(String lines) {
        spec.commandLine().getOut().print(lines);
        spec.commandLine().getOut().flush();
    }

    /** The session of a job, named by this command and what it creates. */
    final SparkSession session(String created) {
        String name = getClass().getSimpleName().toLowerCase(Locale.ROOT);
        return SparkSession.builder().appName("whorl " + name + " " + created).getOrCreate();
    }

    /** The version of this library. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = SparkCommand.class.getPackage().getImplementationVersion();
            return new String[] {"whorl-spark " + (version == null ? "(not from a jar)" : version)};
        }
    }
}
