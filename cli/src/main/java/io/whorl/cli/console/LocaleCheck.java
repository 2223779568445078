package io.whorl.cli.console;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Arguments that the locale's encoding cannot express: Java replaces what it cannot decode, and so loses a name. */
public final class LocaleCheck {
    /** To be appended to what is wrong. */
    public static final String FIX =
            " (if it has letters beyond ASCII: start java with LC_ALL=C.UTF-8 in the environment)";

    private static final String REPLACEMENT = "\ufffd";

    private LocaleCheck() {}

    /**
     * What is wrong with the first argument that was not decoded; nothing where all were.
     *
     * @param encoding in which Java decodes arguments and the names of files
     */
    public static Optional<String> problem(String[] arguments, String encoding) {
        if (encoding.equalsIgnoreCase(StandardCharsets.UTF_8.name())) {
            return Optional.empty();
        }
        for (String argument : arguments) {
            if (argument.contains(REPLACEMENT)) {
                return Optional.of("the locale's encoding, " + encoding + ", cannot express the argument '" + argument
                        + "'; start java with LC_ALL=C.UTF-8 in the environment");
            }
        }
        return Optional.empty();
    }

    /** Of this process. */
    public static String encoding() {
        return System.getProperty("sun.jnu.encoding", StandardCharsets.UTF_8.name());
    }
}
