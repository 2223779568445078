package io.whorl.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/**
 * A test that reads collections outside the project. It runs if the environment variable {@code WHORL_DATA} names their
 * folder. The tag {@code data} selects all of them.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
@Tag("data")
@EnabledIfEnvironmentVariable(named = NeedsData.VARIABLE, matches = ".+", disabledReason = "WHORL_DATA is not set")
public @interface NeedsData {
    /** The environment variable that names the folder of collections. */
    String VARIABLE = "WHORL_DATA";
}
