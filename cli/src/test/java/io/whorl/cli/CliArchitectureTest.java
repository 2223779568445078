package io.whorl.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The packages of the command line, and which package may use which. */
class CliArchitectureTest {
    private static final String ROOT = "io.whorl.cli";

    /** For each package below the root: the packages that it may use. */
    private static final Map<String, Set<String>> MAY_USE = new TreeMap<>(Map.ofEntries(
            Map.entry("", Set.of("command", "console", "option")),
            Map.entry("command", Set.of("console", "dedup", "html", "input", "option", "output", "passages")),
            Map.entry("dedup", Set.of("console", "input", "option", "output", "passages")),
            Map.entry("html", Set.of("console", "output", "passages")),
            Map.entry("passages", Set.of("console", "output")),
            Map.entry("input", Set.of("console", "option", "output", "passages")),
            Map.entry("option", Set.of("console", "output", "passages")),
            Map.entry("console", Set.of("output")),
            Map.entry("output", Set.of())));

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(ROOT);

    private static String name(String folder) {
        return folder.isEmpty() ? ROOT : ROOT + "." + folder;
    }

    @Test
    void eachPackageIsListed() {
        Set<String> found = new TreeSet<>();
        CLASSES.forEach(c -> found.add(c.getPackageName()));
        Set<String> listed = new TreeSet<>();
        MAY_USE.keySet().forEach(folder -> listed.add(name(folder)));
        assertEquals(listed, found);
    }

    @Test
    void packagesUseOnlyWhatIsBelowThem() {
        MAY_USE.forEach((folder, others) -> {
            Set<String> allowed = new TreeSet<>(Set.of(name(folder)));
            others.forEach(other -> allowed.add(name(other)));
            classes()
                    .that()
                    .resideInAPackage(name(folder))
                    .should()
                    .onlyDependOnClassesThat(
                            new DescribedPredicate<JavaClass>("are in " + allowed + " or not in the command line") {
                                @Override
                                public boolean test(JavaClass c) {
                                    return !c.getPackageName().startsWith(ROOT) || allowed.contains(c.getPackageName());
                                }
                            })
                    .check(CLASSES);
        });
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching(ROOT + ".(*)..").should().beFreeOfCycles().check(CLASSES);
    }

    /** Applications do not use the command line: only the entry point is public in its root package. */
    @Test
    void theRootPackageHasOneEntryPoint() {
        Set<String> publicTypes = new TreeSet<>();
        CLASSES.stream()
                .filter(c -> c.getPackageName().equals(ROOT)
                        && c.getModifiers().contains(com.tngtech.archunit.core.domain.JavaModifier.PUBLIC))
                .forEach(c -> publicTypes.add(c.getSimpleName()));
        assertEquals(Set.of("Main"), publicTypes);
    }
}
