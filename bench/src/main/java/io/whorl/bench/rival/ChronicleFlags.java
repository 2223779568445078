package io.whorl.bench.rival;

/** The flags that a Chronicle Map needs on Java 17 and later, as its documentation lists them. */
public final class ChronicleFlags {
    public static final String F1 = "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED";
    public static final String F2 = "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED";
    public static final String F3 = "--add-exports=jdk.unsupported/sun.misc=ALL-UNNAMED";
    public static final String F4 = "--add-exports=jdk.compiler/com.sun.tools.javac.file=ALL-UNNAMED";
    public static final String F5 = "--add-opens=jdk.compiler/com.sun.tools.javac=ALL-UNNAMED";
    public static final String F6 = "--add-opens=java.base/java.lang=ALL-UNNAMED";
    public static final String F7 = "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED";
    public static final String F8 = "--add-opens=java.base/java.io=ALL-UNNAMED";
    public static final String F9 = "--add-opens=java.base/java.util=ALL-UNNAMED";

    private ChronicleFlags() {}
}
