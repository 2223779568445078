package io.whorl.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.launcher.JavaModuleOptions;
import org.junit.jupiter.api.Test;

class SparkRunsTest {
    @Test
    void testsHaveTheFlagsOfSparksOwnJvms() {
        List<String> missing = new ArrayList<>(
                List.of(JavaModuleOptions.defaultModuleOptions().trim().split("\\s+")));
        missing.removeAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        // Only MLlib uses it.
        missing.remove("--add-modules=jdk.incubator.vector");
        // The JVM does not report the options that it ignores.
        missing.removeIf(flag -> flag.startsWith("--sun-misc-unsafe-memory-access")
                && Runtime.version().feature() < 23);
        assertEquals(List.of(), missing);
    }
}
