package io.whorl.bench;

import java.io.IOException;
import java.util.Arrays;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code java -jar bench.jar quick|full|over-ram|dump|scaling|jmh ...}. */
@Command(
        name = "bench",
        resourceBundle = "io.whorl.bench.help",
        synopsisSubcommandLabel = "quick|full|over-ram|dump|scaling|jmh")
public final class Main {
    private static final String JMH = "jmh";

    private Main() {}

    public static void main(String[] args) throws IOException {
        if (args.length > 0 && args[0].equals(JMH)) {
            org.openjdk.jmh.Main.main(Arrays.copyOfRange(args, 1, args.length));
            return;
        }
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return new CommandLine(new Main())
                .addSubcommand("quick", new RunCommand(true))
                .addSubcommand("full", new RunCommand(false))
                .addSubcommand(new OverRamCommand())
                .addSubcommand(new DumpCommand())
                .addSubcommand(new ScalingCommand())
                .setCaseInsensitiveEnumValuesAllowed(true);
    }
}
