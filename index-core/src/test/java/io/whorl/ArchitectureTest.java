package io.whorl;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
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
import io.whorl.bulk.IndexBuilder;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The allowed dependencies between packages, and the public types. Change them here deliberately. */
class ArchitectureTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(location -> !location.contains("/io/whorl/text/snowball/"))
            .withImportOption(location -> !location.contains("/io/whorl/agrona/"))
            .withImportOption(location -> !location.contains("/io/whorl/testing/"))
            .importPackages("io.whorl");

    /** Methods that must not classify or fold characters of texts, because they differ between releases of Java. */
    private static final Set<String> UNFROZEN = Set.of(("isLetter isLetterOrDigit isDigit isAlphabetic isWhitespace"
                    + " isSpaceChar isUpperCase isLowerCase toLowerCase toUpperCase getType isIdeographic"
                    + " isJavaIdentifierPart getNumericValue toTitleCase equalsIgnoreCase")
            .split(" "));

    private static final Set<String> TIMES = Set.of(("currentTimeMillis nanoTime lastModified setLastModified"
                    + " getLastModifiedTime setLastModifiedTime lastModifiedTime creationTime lastAccessTime")
            .split(" "));
    private static final String INDEX_CODE =
            "root store live build bulk rebuild shard parts cluster history query write";

    @ParameterizedTest
    @CsvSource(
            delimiter = ':',
            value = {
                "root        :",
                "internal    :",
                "scheme      : root",
                "select      : root scheme",
                "text        : root scheme text.snowball text.snowball.ext",
                "hash        : root scheme",
                "align       : root text",
                "strategy    : root scheme hash select text",
                "minutiae    : root scheme text hash select strategy store",
                "fingerprint : root scheme text select strategy minutiae measure score",
                "measure     : root scheme select strategy",
                "score       : root scheme hash select strategy measure",
                "store       : root scheme concurrent",
                "concurrent  :",
                "live        : root scheme score store concurrent",
                "bulk        : root scheme fingerprint store live build",
                "build       : root scheme select minutiae fingerprint score store live concurrent bulk",
                "shard       : root scheme store bulk",
                "series      : root",
                "rebuild     : root scheme strategy fingerprint store live concurrent build bulk",
                "parts       : root scheme score store live concurrent build",
                "cluster     : root scheme select strategy measure score hash series store concurrent parts",
                "history     : root measure score store parts concurrent cluster",
                "query       : root scheme hash select strategy fingerprint measure score store live"
                        + " concurrent build parts series bulk shard cluster history align text",
                "passages    : root scheme align concurrent measure store query text",
                "preset      : root scheme measure cluster query",
                "write       : root scheme select minutiae fingerprint score store live concurrent build"
                        + " bulk shard parts cluster history query",
            })
    void packagesDependOnlyDownwards(String from, String to) {
        Set<String> allowed = Stream.of(from + " internal agrona.collections " + (to == null ? "" : to))
                .flatMap(names -> Stream.of(names.split(" +")))
                .map(ArchitectureTest::full)
                .collect(Collectors.toCollection(TreeSet::new));
        classes()
                .that()
                .resideInAPackage(full(from))
                .should()
                .onlyDependOnClassesThat(new DescribedPredicate<JavaClass>("are in " + allowed + " or not ours") {
                    @Override
                    public boolean test(JavaClass c) {
                        return !c.getPackageName().startsWith("io.whorl") || allowed.contains(c.getPackageName());
                    }
                })
                .check(CLASSES);
    }

    private static String full(String name) {
        return name.equals("root") ? "io.whorl" : "io.whorl." + name;
    }

    @Test
    void packagesHaveNoCycles() {
        // An index builder makes runs and merges them by the options of its own package.
        slices().matching("io.whorl.(*)")
                .should()
                .beFreeOfCycles()
                .ignoreDependency(equivalentTo(IndexBuilder.class), resideInAPackage("io.whorl.build"))
                .check(CLASSES);
    }

    /** Classes whose names match a pattern depend on none of these. */
    private static void forbid(String names, String... packagesOrClasses) {
        noClasses()
                .that()
                .haveNameMatching(names)
                .should()
                .dependOnClassesThat()
                .haveNameMatching(String.join("|", packagesOrClasses))
                .check(CLASSES);
    }

    /** Chronicle Map needs flags; opening, querying and building must not. */
    @Test
    void onlyTheLiveTierNeedsFlags() {
        forbid("io\\.whorl\\.(?!live\\.).*", "net\\.openhft\\..*");
        forbid(".*", "sun\\..*", "jdk\\.internal\\..*", "com\\.sun\\..*");
    }

    /** The library runs without the module jdk.jfr, and has no management beans. */
    @Test
    void onlyTheEventsOfWritersNeedTheFlightRecorder() {
        String events = "io\\.whorl\\.write\\.WriterEvents(\\$.*)?";
        forbid("(?!" + events + "$).*", "jdk\\.jfr\\..*");
        forbid("(?!" + events + "$|io\\.whorl\\.write\\.WriterActivity$).*", events);
        forbid(".*", "java\\.lang\\.management\\..*", "javax\\.management\\..*");
    }

    /** Public types of the live tier are loaded even if Chronicle Map is not on the class path. */
    @Test
    void publicTypesOfTheLiveTierDoNotUseChronicleMap() {
        noClasses()
                .that()
                .resideInAPackage("io.whorl.live")
                .and()
                .arePublic()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("net.openhft..")
                .check(CLASSES);
    }

    @Test
    void onlyTheFrozenTableClassifiesCharacters() {
        noClasses()
                .that()
                .resideInAPackage("io.whorl.text")
                .should()
                .callMethodWhere(new DescribedPredicate<JavaCall<?>>("uses the character data of the running Java") {
                    @Override
                    public boolean test(JavaCall<?> call) {
                        return (call.getTargetOwner().isEquivalentTo(Character.class)
                                        || call.getTargetOwner().isEquivalentTo(String.class))
                                && UNFROZEN.contains(call.getTarget().getName());
                    }
                })
                .check(CLASSES);
    }

    /** Clocks may go backwards, and copies of files have other times, so nothing may depend on either. */
    @Test
    void noIndexCodeReadsClocksOrFileTimes() {
        noClasses()
                .that()
                .resideInAnyPackage(Stream.of(INDEX_CODE.split(" "))
                        .map(ArchitectureTest::full)
                        .toArray(String[]::new))
                .should()
                .callMethodWhere(new DescribedPredicate<JavaCall<?>>("reads the clock or the time of a file") {
                    @Override
                    public boolean test(JavaCall<?> call) {
                        String owner = call.getTargetOwner().getName();
                        String name = call.getTarget().getName();
                        return owner.startsWith("java.time.")
                                        && (!owner.equals("java.time.Instant") || name.equals("now"))
                                || owner.equals("java.util.Date")
                                || owner.equals("java.nio.file.attribute.FileTime")
                                || TIMES.contains(name);
                    }
                })
                .check(CLASSES);
    }

    /** The public types of the packages that are not public API; docs/API.txt lists the others. */
    @Test
    void publicTypesAreListed() {
        Set<String> api = Set.of(("root align bulk cluster fingerprint history measure passages preset query rebuild"
                        + " scheme select series shard write")
                .split(" "));
        String expected = """
                build: CommonMinutiae IdMerge MergedSums RunBuilder RunMerge SegmentAssembler SegmentMerge
                concurrent: DaemonThreads QueryPriority
                hash: ChunkHash MinutiaOrder OpenChunks SplitMix64
                internal: AlignmentTuning Json Ranges
                live: CommitBuffer LiveTier LiveTiers LiveView Log LogSink LoggedDocument TierMinutiae
                minutiae: DocumentDigests DocumentMinutiae MinutiaExtractor
                parts: PartSearch SnapshotParts
                score: Comparison DocumentExtras Frames TermWeights
                store: Channels CheckedFile Checksum DeadDocuments DocumentDate \
                DocumentId DocumentLists DocumentSource DocumentTable EntryRuns \
                IndexDirectory IndexFiles Journal LogFrequency LongTriples Manifest \
                MappingFault MergeHeap MinutiaTable ParallelTasks Part ReferenceCount ScratchArrays \
                ScratchSpace Segment SegmentCheck SegmentCounts SegmentFile SegmentWriter \
                StoredFingerprint StoredKinds StoredText Varint WriterLock
                strategy: ModBySize Strategies
                text: LookAlikes PlacedWords WordBlock WordList WordReader WordSet WordStemmer
                """;
        Map<String, Set<String>> found = new TreeMap<>();
        for (JavaClass c : CLASSES) {
            if (c.isTopLevelClass() && c.getModifiers().contains(JavaModifier.PUBLIC)) {
                String name = c.getPackageName().equals("io.whorl")
                        ? "root"
                        : c.getPackageName().substring("io.whorl.".length());
                found.computeIfAbsent(name, p -> new TreeSet<>()).add(c.getSimpleName());
            }
        }
        found.keySet().removeAll(api);
        StringBuilder listed = new StringBuilder();
        found.forEach((name, types) -> listed.append(name + ": " + String.join(" ", types) + "\n"));
        assertEquals(expected, listed.toString());
    }
}
