package io.whorl.corpus;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Holds the layering of the module. docs/API.txt records its public types. */
class ArchitectureTest {
    private static final String ROOT = "io.whorl.corpus";
    private static final String INTERNAL = ROOT + ".internal";
    private static final JavaClasses CLASSES = new ClassFileImporter().importPath(Path.of("target", "classes"));

    private static List<String> publicTypes(String packageName) {
        return CLASSES.stream()
                .filter(c -> c.getPackageName().equals(packageName))
                .filter(c -> c.isTopLevelClass() && c.getModifiers().contains(JavaModifier.PUBLIC))
                .map(JavaClass::getSimpleName)
                .filter(name -> !name.equals("package-info"))
                .sorted()
                .toList();
    }

    @Test
    void everyOtherPackageIsInternal() {
        List<String> others = CLASSES.stream()
                .map(JavaClass::getPackageName)
                .filter(name -> !name.equals(ROOT) && !name.equals(ROOT + ".format"))
                .filter(name -> !name.startsWith(INTERNAL + "."))
                .toList();
        assertEquals(List.of(), others);
    }

    /** No public method or field shows a type of an internal package or of a library. */
    @Test
    void publicTypesShowOnlyPublicTypes() {
        for (JavaClass type : CLASSES) {
            boolean api = type.getModifiers().contains(JavaModifier.PUBLIC)
                    && !type.getPackageName().startsWith(INTERNAL);
            for (JavaMethod method : api ? type.getMethods() : Set.<JavaMethod>of()) {
                if (method.getModifiers().contains(JavaModifier.PUBLIC)) {
                    List<JavaClass> shown = new ArrayList<>(method.getRawParameterTypes());
                    shown.add(method.getRawReturnType());
                    shown.forEach(shownType -> assertShown(method, shownType.getBaseComponentType()));
                }
            }
        }
    }

    private static void assertShown(JavaMethod method, JavaClass shown) {
        String name = shown.getPackageName();
        assertTrue(
                shown.isPrimitive() || name.startsWith("java.") || name.equals(ROOT) || name.equals(ROOT + ".format"),
                method.getFullName() + " shows " + shown.getName());
    }

    @Test
    void pluginInterfacesDependOnNothing() {
        classes()
                .that()
                .resideInAPackage(ROOT + ".format")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("java..", ROOT + ".format")
                .check(CLASSES);
    }

    @ParameterizedTest
    @CsvSource({".container, 7", ".text, 1"})
    void formatsKnowNeitherTheReaderNorOneAnother(String format, int entries) {
        List<String> ours = CLASSES.stream()
                .filter(c -> c.getPackageName().equals(INTERNAL + format))
                .flatMap(c -> c.getDirectDependenciesFromSelf().stream())
                .map(dependency ->
                        dependency.getTargetClass().getBaseComponentType().getPackageName())
                .filter(name -> name.startsWith("io.whorl"))
                .filter(name -> !name.equals(INTERNAL + format)
                        && !name.equals(ROOT + ".format")
                        && !name.equals(INTERNAL + ".container"))
                .toList();
        assertEquals(List.of(), ours);
        assertEquals(entries, publicTypes(INTERNAL + format).size(), publicTypes(INTERNAL + format)::toString);
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching("io.whorl.(**)").should().beFreeOfCycles().check(CLASSES);
    }
}
