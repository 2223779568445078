package io.whorl;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What may depend on what, and what is public: both can only change here, on purpose. */
class ArchitectureTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS).importPackages("io.whorl");

    /** The ways a text's characters must not be classed or folded: they differ between releases of Java. */
    private static final Set<String> UNFROZEN = Set.of("isLetter", "isLetterOrDigit", "isDigit", "isAlphabetic",
            "isWhitespace", "isSpaceChar", "isUpperCase", "isLowerCase", "toLowerCase", "toUpperCase", "getType",
            "isIdeographic", "isJavaIdentifierPart", "getNumericValue", "toTitleCase", "equalsIgnoreCase");

    @ParameterizedTest
    @CsvSource(delimiter = ':', value = {
            "io.whorl             :",
            "io.whorl.scheme      : io.whorl",
            "io.whorl.text        : io.whorl io.whorl.scheme",
            "io.whorl.hash        : io.whorl io.whorl.scheme",
            "io.whorl.chunk       : io.whorl io.whorl.scheme io.whorl.text io.whorl.hash",
            "io.whorl.select      : io.whorl io.whorl.scheme io.whorl.hash io.whorl.chunk",
            "io.whorl.fingerprint : io.whorl io.whorl.scheme io.whorl.text io.whorl.hash io.whorl.chunk io.whorl.select",
            "io.whorl.measure     : io.whorl io.whorl.scheme io.whorl.hash io.whorl.select",
            "io.whorl.store       : io.whorl io.whorl.scheme",
            "io.whorl.query       : io.whorl io.whorl.scheme io.whorl.fingerprint io.whorl.measure io.whorl.store",
            "io.whorl.build       : io.whorl io.whorl.scheme io.whorl.select io.whorl.fingerprint io.whorl.measure io.whorl.store",
    })
    void packagesDependOnlyDownwards(String from, String to) {
        Set<String> allowed = to == null ? new TreeSet<>() : new TreeSet<>(Set.of(to.split(" ")));
        allowed.add(from);
        classes().that().resideInAPackage(from).should().onlyDependOnClassesThat(
                new DescribedPredicate<JavaClass>("are in " + allowed + " or not ours") {
                    @Override
                    public boolean test(JavaClass c) {
                        return !c.getPackageName().startsWith("io.whorl") || allowed.contains(c.getPackageName());
                    }
                }).check(CLASSES);
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching("io.whorl.(*)").should().beFreeOfCycles().check(CLASSES);
    }

    /** Chronicle Map needs flags; opening, asking and building must not. */
    @Test
    void nothingNeedsFlags() {
        noClasses().should().dependOnClassesThat().resideInAnyPackage("net.openhft..", "sun..", "jdk.internal..",
                "com.sun..").check(CLASSES);
    }

    @Test
    void charactersAreClassedByTheFrozenTableAlone() {
        noClasses().that().resideInAPackage("io.whorl.text").should().callMethodWhere(
                new DescribedPredicate<JavaCall<?>>("the character data of the running Java is asked") {
                    @Override
                    public boolean test(JavaCall<?> call) {
                        return (call.getTargetOwner().isEquivalentTo(Character.class)
                                || call.getTargetOwner().isEquivalentTo(String.class))
                                && UNFROZEN.contains(call.getTarget().getName());
                    }
                }).check(CLASSES);
    }

    @Test
    void thePublicTypesAreThese() {
        Map<String, String> expected = Map.ofEntries(
                Map.entry("io.whorl", "CorruptIndexException IndexExistsException IndexLockedException"
                        + " InvalidSchemeException NotAnIndexException SchemeMismatchException UnsupportedFormatException"
                        + " UnsupportedMeasureException WhorlException"),
                Map.entry("io.whorl.scheme", "Chunking Hashing Scheme SchemeBuilder Selection StopWords TextRules"),
                Map.entry("io.whorl.text", "WordBlock WordReader"),
                Map.entry("io.whorl.hash", "ChunkHash SlidingHash"),
                Map.entry("io.whorl.chunk", "ChunkBlock ChunkNeeds Chunker DirectChunk DirectChunks"),
                Map.entry("io.whorl.select", "ModBySize SelectedChunks SelectionProvider SelectionStrategy Selections"
                        + " Selector"),
                Map.entry("io.whorl.fingerprint", "DocumentCounts Fingerprint Fingerprinter TracedMinutia"),
                Map.entry("io.whorl.measure", "Comparison DocumentExtras Measure Side"),
                Map.entry("io.whorl.store", "AscendingCursor DeadDocuments DocumentLists DocumentSource DocumentTable EntryRuns IndexDirectory"
                        + " Manifest MinutiaCursor MinutiaTable Segment SegmentCheck SegmentCounts SegmentWriter Tasks TempFile"
                        + " Varint"),
                Map.entry("io.whorl.live", "LiveView"),
                Map.entry("io.whorl.query", "CheckReport IndexCheck IndexRepair IndexStats IndexedDocument Match Matches Pair Pairs"
                        + " PairsOptions QueryOptions Snapshot"),
                Map.entry("io.whorl.build", "BuildOptions BuildReport IndexBuilder SegmentAssembler SegmentMerge"));
        Map<String, Set<String>> found = new HashMap<>();
        for (JavaClass c : CLASSES) {
            if (c.isTopLevelClass() && c.getModifiers().contains(JavaModifier.PUBLIC)) {
                found.computeIfAbsent(c.getPackageName(), p -> new TreeSet<>()).add(c.getSimpleName());
            }
        }
        Map<String, String> joined = new HashMap<>();
        found.forEach((p, names) -> joined.put(p, String.join(" ", names)));
        assertEquals(expected, joined);
    }
}
