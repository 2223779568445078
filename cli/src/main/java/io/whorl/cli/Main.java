package io.whorl.cli;

/** The program's entry. Ends the process with 0 (done), 1 (failed) or 2 (wrong usage). */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        System.exit(Cli.execute(Streams.ofProcess(), arguments));
    }
}
