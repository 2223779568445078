package io.whorl.corpus;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What may depend on what: formats on what a format is, and the engine on all of them. */
class LayersTest {
    private static final String ROOT = "io.whorl.corpus";
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(ROOT);

    @Test
    void whatAFormatIsDependsOnNothing() {
        classes()
                .that()
                .resideInAPackage(ROOT + ".format")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("java..", ROOT + ".format")
                .check(CLASSES);
    }

    @ParameterizedTest
    @ValueSource(strings = {".archive", ".record", ".text"})
    void formatsKnowNeitherTheEngineNorOneAnother(String format) {
        List<String> ours = CLASSES.stream()
                .filter(c -> c.getPackageName().equals(ROOT + format))
                .flatMap(c -> c.getDirectDependenciesFromSelf().stream())
                .map(dependency ->
                        dependency.getTargetClass().getBaseComponentType().getPackageName())
                .filter(name -> name.startsWith("io.whorl"))
                .filter(name -> !name.equals(ROOT + format) && !name.equals(ROOT + ".format"))
                .toList();
        assertEquals(List.of(), ours);
        List<String> entries = CLASSES.stream()
                .filter(c -> c.getPackageName().equals(ROOT + format))
                .filter(c -> c.isTopLevelClass() && c.getModifiers().contains(JavaModifier.PUBLIC))
                .map(JavaClass::getSimpleName)
                .toList();
        assertEquals(1, entries.size(), entries.toString());
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching("io.whorl.(**)").should().beFreeOfCycles().check(CLASSES);
    }
}
