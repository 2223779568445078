package io.whorl.corpus;

import java.util.List;
import java.util.Optional;

/**
 * Lets this module read libraries whose jars name no module. Their module name would derive from the name of a file, so
 * the module descriptor cannot require them. Build tools put them on the class path of a modular application.
 */
final class UnnamedLibraries {
    /** One class of each library. */
    private static final List<String> CLASSES =
            List.of("org.netpreserve.jwarc.WarcParser", "org.apache.james.mime4j.MimeException");

    private UnnamedLibraries() {}

    /** Call this before the first use of a library. It has no effect if this module is itself on the class path. */
    static void read() {
        Module own = UnnamedLibraries.class.getModule();
        if (own.isNamed()) {
            CLASSES.forEach(name -> find(name).ifPresent(library -> own.addReads(library.getModule())));
        }
    }

    /** Empty if the library is missing: then only the formats that need it fail. */
    private static Optional<Class<?>> find(String name) {
        try {
            return Optional.of(Class.forName(name, false, UnnamedLibraries.class.getClassLoader()));
        } catch (ClassNotFoundException e) {
            return Optional.empty();
        }
    }
}
