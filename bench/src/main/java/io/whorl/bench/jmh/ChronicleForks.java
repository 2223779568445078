package io.whorl.bench.jmh;

import org.openjdk.jmh.annotations.Fork;

/**
 * A benchmark that runs in one fork with the flags that a Chronicle Map needs on Java 17 and later, as its
 * documentation lists them. JMH reads the annotations of superclasses.
 */
@Fork(
        value = 1,
        jvmArgsAppend = {
            ChronicleForks.F1,
            ChronicleForks.F2,
            ChronicleForks.F3,
            ChronicleForks.F4,
            ChronicleForks.F5,
            ChronicleForks.F6,
            ChronicleForks.F7,
            ChronicleForks.F8,
            ChronicleForks.F9
        })
public abstract class ChronicleForks extends CollectionBenchmark {
    static final String F1 = "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED";
    static final String F2 = "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED";
    static final String F3 = "--add-exports=jdk.unsupported/sun.misc=ALL-UNNAMED";
    static final String F4 = "--add-exports=jdk.compiler/com.sun.tools.javac.file=ALL-UNNAMED";
    static final String F5 = "--add-opens=jdk.compiler/com.sun.tools.javac=ALL-UNNAMED";
    static final String F6 = "--add-opens=java.base/java.lang=ALL-UNNAMED";
    static final String F7 = "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED";
    static final String F8 = "--add-opens=java.base/java.io=ALL-UNNAMED";
    static final String F9 = "--add-opens=java.base/java.util=ALL-UNNAMED";
}
