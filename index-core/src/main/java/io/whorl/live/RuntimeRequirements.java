package io.whorl.live;

import io.whorl.LiveTierUnavailableException;
import java.security.CodeSource;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The requirements of Chronicle Map: its classes, the JDK modules and the flags. They are checked before any class of
 * Chronicle Map is initialized. Its own errors name neither cause nor remedy, and leave classes that cannot be used
 * again.
 */
final class RuntimeRequirements {
    private static final String MAP = "net.openhft.chronicle.map.ChronicleMap";
    private static final String COMPILER = "jdk.compiler";

    /** A package that must be exported or opened. */
    private record Need(String module, String packageName, boolean open) {
        String flag() {
            return (open ? "--add-opens=" : "--add-exports=") + module + "/" + packageName + "=ALL-UNNAMED";
        }

        boolean isMetFor(Module user) {
            Module owner = ModuleLayer.boot().findModule(module).orElseThrow();
            return open ? owner.isOpen(packageName, user) : owner.isExported(packageName, user);
        }
    }

    /**
     * The minimum of the flags that the makers of Chronicle Map list, found by leaving out one at a time on Java 17 and
     * 25.
     */
    private static final List<Need> NEEDS = List.of(
            // Optional: without it, Chronicle Map prints a warning to standard error.
            new Need("java.base", "jdk.internal.ref", false),
            new Need("java.base", "sun.nio.ch", false),
            new Need(COMPILER, "com.sun.tools.javac.file", false),
            new Need("java.base", "java.lang", true),
            new Need("java.base", "java.lang.reflect", true));

    private RuntimeRequirements() {}

    static String flags() {
        return NEEDS.stream().map(Need::flag).collect(Collectors.joining(" "));
    }

    static void check() {
        Module chronicle = chronicle().getModule();
        if (chronicle.isNamed()) {
            throw new LiveTierUnavailableException("the live tier needs Chronicle Map on the class path, and it is on"
                    + " the module path, as the module " + chronicle.getName() + ": give its jars by -cp");
        }
        if (ModuleLayer.boot().findModule(COMPILER).isEmpty()) {
            throw new LiveTierUnavailableException("the live tier needs a JDK: this Java ("
                    + System.getProperty("java.home")
                    + ") has no module " + COMPILER
                    + ", which Chronicle Map compiles with; run a full JDK (an application of modules"
                    + " adds --add-modules " + COMPILER + ")");
        }
        List<String> missing = NEEDS.stream()
                .filter(n -> !n.isMetFor(chronicle))
                .map(Need::flag)
                .toList();
        if (!missing.isEmpty()) {
            throw new LiveTierUnavailableException("the live tier needs flags that this Java was started without ("
                    + missing.size() + " of " + NEEDS.size() + " are missing); add them: java "
                    + String.join(" ", missing) + " ...");
        }
        // Our module descriptor cannot name Chronicle Map, which is optional and on the class path.
        RuntimeRequirements.class.getModule().addReads(chronicle);
    }

    /** Advice for an application whose libraries are jars inside a jar; empty for others. */
    static String packaging() {
        CodeSource source = chronicle().getProtectionDomain().getCodeSource();
        boolean plain = source == null || source.getLocation().getProtocol().equals("file");
        return plain
                ? ""
                : "; it is in a jar inside a jar (" + source.getLocation() + "), where the Java compiler that"
                        + " it uses does not find it: run the application unpacked, with its libraries as files";
    }

    private static Class<?> chronicle() {
        try {
            return Class.forName(MAP, false, RuntimeRequirements.class.getClassLoader());
        } catch (ClassNotFoundException | LinkageError e) {
            throw new LiveTierUnavailableException(
                    "the live tier needs Chronicle Map, which is not on the class path:"
                            + " add the dependency net.openhft:chronicle-map, without net.openhft:chronicle-analytics,"
                            + " in the version that Whorl's index-core names as optional",
                    e);
        }
    }
}
