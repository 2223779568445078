package io.whorl.lab;

import io.whorl.lab.command.Commands;

/** The command {@code java -jar lab.jar}. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        System.exit(Commands.commandLine().execute(args));
    }
}
