package io.whorl.bench.jmh;

import io.whorl.bench.rival.ChronicleFlags;
import org.openjdk.jmh.annotations.Fork;

/** A benchmark that runs in one fork with the flags of Chronicle Map. JMH reads the annotations of superclasses. */
@Fork(
        value = 1,
        jvmArgsAppend = {
            ChronicleFlags.F1,
            ChronicleFlags.F2,
            ChronicleFlags.F3,
            ChronicleFlags.F4,
            ChronicleFlags.F5,
            ChronicleFlags.F6,
            ChronicleFlags.F7,
            ChronicleFlags.F8,
            ChronicleFlags.F9
        })
public abstract class ChronicleForks {}
