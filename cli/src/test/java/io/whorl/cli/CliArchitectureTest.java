package io.whorl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class CliArchitectureTest {
    /** Applications do not use the command line. The manual pages are made of its commands and streams. */
    @Test
    void onlyTheEntryPointsArePublic() {
        Set<String> publicTypes = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS).importPackages("io.whorl.cli").stream()
                        .filter(c -> c.isTopLevelClass() && c.getModifiers().contains(JavaModifier.PUBLIC))
                        .map(JavaClass::getName)
                        .collect(Collectors.toSet());
        assertEquals(Set.of("io.whorl.cli.Main", "io.whorl.cli.Streams", "io.whorl.cli.WhorlCommand"), publicTypes);
    }
}
