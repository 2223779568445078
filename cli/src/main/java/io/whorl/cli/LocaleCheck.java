package io.whorl.cli;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Finds arguments that the encoding of the locale cannot express. Java replaces such characters and loses the name. */
final class LocaleCheck {
    /** The remedy, to be appended to a message. */
    public static final String FIX =
            " (if the name has characters beyond ASCII: set LC_ALL=C.UTF-8 in the environment)";

    private static final String REPLACEMENT = "\ufffd";

    private LocaleCheck() {}

    /**
     * Returns a message about the first argument that was not decoded, or nothing if all were.
     *
     * @param encoding the encoding in which Java decodes arguments and file names
     */
    public static Optional<String> problem(String[] arguments, String encoding) {
        if (encoding.equalsIgnoreCase(StandardCharsets.UTF_8.name())) {
            return Optional.empty();
        }
        for (String argument : arguments) {
            if (argument.contains(REPLACEMENT)) {
                return Optional.of("the locale's encoding, " + encoding + ", cannot express the argument '" + argument
                        + "'; set LC_ALL=C.UTF-8 in the environment");
            }
        }
        return Optional.empty();
    }

    /** Returns what to do about a file that is not found, if its name may have lost bytes; nothing otherwise. */
    static String hint(String name) {
        return name.contains(REPLACEMENT) ? " (if its name is not UTF-8: give its directory instead)" : "";
    }

    public static String encoding() {
        return System.getProperty("sun.jnu.encoding", StandardCharsets.UTF_8.name());
    }
}
