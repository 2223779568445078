package io.whorl.bench.jmh;

import org.openjdk.jmh.annotations.Fork;

/**
 * A benchmark that runs in one fork with the flags that Chronicle Map and LMDB need on Java 17 and later, as their
 * documentation lists them, and the property that turns off LMDB's checks. The flags change nothing for other systems.
 * JMH reads the annotations of superclasses.
 */
@Fork(
        value = 1,
        jvmArgsAppend = {
            "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED",
            "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED",
            "--add-exports=jdk.unsupported/sun.misc=ALL-UNNAMED",
            "--add-exports=jdk.compiler/com.sun.tools.javac.file=ALL-UNNAMED",
            "--add-opens=jdk.compiler/com.sun.tools.javac=ALL-UNNAMED",
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
            "--add-opens=java.base/java.io=ALL-UNNAMED",
            "--add-opens=java.base/java.util=ALL-UNNAMED",
            "--add-opens=java.base/java.nio=ALL-UNNAMED",
            "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
            "-Dlmdbjava.disable.checks=true"
        })
public abstract class StoreForks {}
