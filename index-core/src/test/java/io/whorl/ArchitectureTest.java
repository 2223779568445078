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
import io.whorl.build.BulkBuilder;
import io.whorl.bulk.IndexBuilder;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
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
    private static final Set<String> UNFROZEN = Set.of(
            "isLetter",
            "isLetterOrDigit",
            "isDigit",
            "isAlphabetic",
            "isWhitespace",
            "isSpaceChar",
            "isUpperCase",
            "isLowerCase",
            "toLowerCase",
            "toUpperCase",
            "getType",
            "isIdeographic",
            "isJavaIdentifierPart",
            "getNumericValue",
            "toTitleCase",
            "equalsIgnoreCase");

    @ParameterizedTest
    @CsvSource(
            delimiter = ':',
            value = {
                "io.whorl             :",
                "io.whorl.internal    :",
                "io.whorl.scheme      : io.whorl",
                "io.whorl.select      : io.whorl io.whorl.scheme",
                "io.whorl.text        : io.whorl io.whorl.scheme io.whorl.text.snowball io.whorl.text.snowball.ext",
                "io.whorl.hash        : io.whorl io.whorl.scheme",
                "io.whorl.align       : io.whorl io.whorl.text",
                "io.whorl.chunk       : io.whorl io.whorl.scheme io.whorl.text io.whorl.hash io.whorl.select",
                "io.whorl.strategy    : io.whorl io.whorl.scheme io.whorl.hash io.whorl.select io.whorl.text",
                "io.whorl.minutiae    : io.whorl io.whorl.scheme io.whorl.text io.whorl.hash io.whorl.chunk"
                        + " io.whorl.select"
                        + " io.whorl.strategy",
                "io.whorl.fingerprint : io.whorl io.whorl.scheme io.whorl.text io.whorl.chunk io.whorl.select"
                        + " io.whorl.strategy io.whorl.minutiae io.whorl.measure io.whorl.score",
                "io.whorl.measure     : io.whorl io.whorl.scheme io.whorl.select io.whorl.strategy",
                "io.whorl.score       : io.whorl io.whorl.scheme io.whorl.hash io.whorl.select"
                        + " io.whorl.strategy io.whorl.measure",
                "io.whorl.store       : io.whorl io.whorl.scheme",
                "io.whorl.log         : io.whorl io.whorl.scheme io.whorl.store",
                "io.whorl.concurrent  :",
                "io.whorl.live        : io.whorl io.whorl.store io.whorl.log io.whorl.concurrent",
                "io.whorl.bulk        : io.whorl io.whorl.scheme io.whorl.build",
                "io.whorl.build       : io.whorl io.whorl.scheme io.whorl.select io.whorl.minutiae"
                        + " io.whorl.fingerprint io.whorl.score io.whorl.store io.whorl.log"
                        + " io.whorl.concurrent io.whorl.bulk",
                "io.whorl.journal     : io.whorl io.whorl.scheme io.whorl.store",
                "io.whorl.shard       : io.whorl io.whorl.scheme io.whorl.store io.whorl.bulk",
                "io.whorl.series      : io.whorl",
                "io.whorl.rebuild     : io.whorl io.whorl.scheme io.whorl.strategy io.whorl.fingerprint"
                        + " io.whorl.store io.whorl.log io.whorl.journal io.whorl.concurrent"
                        + " io.whorl.build io.whorl.bulk",
                "io.whorl.parts       : io.whorl io.whorl.scheme io.whorl.score io.whorl.store io.whorl.log"
                        + " io.whorl.live"
                        + " io.whorl.concurrent io.whorl.build",
                "io.whorl.pairs       : io.whorl io.whorl.scheme io.whorl.select io.whorl.strategy"
                        + " io.whorl.measure io.whorl.score io.whorl.hash io.whorl.series io.whorl.journal"
                        + " io.whorl.store io.whorl.concurrent io.whorl.parts",
                "io.whorl.cluster     : io.whorl io.whorl.measure io.whorl.score io.whorl.series io.whorl.store "
                        + "io.whorl.pairs",
                "io.whorl.history     : io.whorl io.whorl.measure io.whorl.score io.whorl.store io.whorl.parts"
                        + " io.whorl.concurrent io.whorl.pairs io.whorl.cluster",
                "io.whorl.query       : io.whorl io.whorl.scheme io.whorl.hash io.whorl.select io.whorl.strategy"
                        + " io.whorl.fingerprint"
                        + " io.whorl.measure io.whorl.score io.whorl.store io.whorl.log io.whorl.live"
                        + " io.whorl.concurrent"
                        + " io.whorl.build io.whorl.parts io.whorl.series io.whorl.pairs"
                        + " io.whorl.bulk io.whorl.shard io.whorl.cluster io.whorl.history io.whorl.align"
                        + " io.whorl.text",
                "io.whorl.passages    : io.whorl io.whorl.scheme io.whorl.align io.whorl.concurrent io.whorl.measure"
                        + " io.whorl.store io.whorl.query io.whorl.text",
                "io.whorl.preset      : io.whorl io.whorl.scheme io.whorl.measure io.whorl.cluster io.whorl.query",
                "io.whorl.write       : io.whorl io.whorl.scheme io.whorl.select io.whorl.minutiae"
                        + " io.whorl.fingerprint io.whorl.score io.whorl.store"
                        + " io.whorl.log io.whorl.live io.whorl.concurrent io.whorl.build"
                        + " io.whorl.bulk io.whorl.shard"
                        + " io.whorl.parts io.whorl.cluster io.whorl.history io.whorl.query",
            })
    void packagesDependOnlyDownwards(String from, String to) {
        Set<String> allowed = to == null ? new TreeSet<>() : new TreeSet<>(Set.of(to.split(" ")));
        allowed.add(from);
        allowed.add("io.whorl.internal");
        allowed.add("io.whorl.agrona.collections");
        classes()
                .that()
                .resideInAPackage(from)
                .should()
                .onlyDependOnClassesThat(new DescribedPredicate<JavaClass>("are in " + allowed + " or not ours") {
                    @Override
                    public boolean test(JavaClass c) {
                        return !c.getPackageName().startsWith("io.whorl") || allowed.contains(c.getPackageName());
                    }
                })
                .check(CLASSES);
    }

    @Test
    void packagesHaveNoCycles() {
        // An index builder creates its implementation, which uses the options and the report of the package bulk.
        slices().matching("io.whorl.(*)")
                .should()
                .beFreeOfCycles()
                .ignoreDependency(IndexBuilder.class, BulkBuilder.class)
                .check(CLASSES);
    }

    /** Chronicle Map needs flags; opening, querying and building must not. */
    @Test
    void onlyTheLiveTierNeedsFlags() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.whorl.live")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("net.openhft..")
                .check(CLASSES);
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("sun..", "jdk.internal..", "com.sun..")
                .check(CLASSES);
    }

    /** The library runs without the module jdk.jfr, and has no management beans. */
    @Test
    void onlyTheEventsOfWritersNeedTheFlightRecorder() {
        noClasses()
                .that()
                .haveNameNotMatching("io\\.whorl\\.write\\.WriterEvents(\\$.*)?")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("jdk.jfr..")
                .check(CLASSES);
        noClasses()
                .that()
                .haveNameNotMatching("io\\.whorl\\.write\\.(WriterEvents(\\$.*)?|WriterActivity)")
                .should()
                .dependOnClassesThat()
                .haveNameMatching("io\\.whorl\\.write\\.WriterEvents(\\$.*)?")
                .check(CLASSES);
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.lang.management..", "javax.management..", "com.sun.management..")
                .check(CLASSES);
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
                .resideInAnyPackage(
                        "io.whorl",
                        "io.whorl.store",
                        "io.whorl.log",
                        "io.whorl.live",
                        "io.whorl.build",
                        "io.whorl.bulk",
                        "io.whorl.rebuild",
                        "io.whorl.journal",
                        "io.whorl.shard",
                        "io.whorl.parts",
                        "io.whorl.pairs",
                        "io.whorl.cluster",
                        "io.whorl.history",
                        "io.whorl.query",
                        "io.whorl.write")
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
                                || Set.of(
                                                "currentTimeMillis",
                                                "nanoTime",
                                                "lastModified",
                                                "setLastModified",
                                                "getLastModifiedTime",
                                                "setLastModifiedTime",
                                                "lastModifiedTime",
                                                "creationTime",
                                                "lastAccessTime")
                                        .contains(name);
                    }
                })
                .check(CLASSES);
    }

    @Test
    void publicTypesAreListed() {
        Map<String, String> expected = Map.ofEntries(
                Map.entry(
                        "io.whorl",
                        "CallInterruptedException CorruptIndexException DiskSpaceException LimitExceededException"
                                + " NotStoredException Options RefusedException SchemeException WhorlException"
                                + " WriterException"),
                Map.entry("io.whorl.scheme", "Chunking Hashing Scheme Selection TextRules"),
                Map.entry("io.whorl.align", "Aligner AlignmentOptions Passage PreparedText Span"),
                Map.entry("io.whorl.internal", "Ranges"),
                Map.entry(
                        "io.whorl.select",
                        "ChunkBlock ChunkNeeds SelectedChunks SelectionProvider SelectionStrategy Selector"),
                Map.entry("io.whorl.text", "PlacedWords TextBytes WordBlock WordList WordReader WordSet WordStemmer"),
                Map.entry("io.whorl.hash", "ChunkHash MinutiaOrder OpenChunks SplitMix64"),
                Map.entry("io.whorl.chunk", "Chunker"),
                Map.entry("io.whorl.strategy", "ModBySize Strategies"),
                Map.entry("io.whorl.minutiae", "DocumentDigests DocumentMinutiae MinutiaExtractor"),
                Map.entry("io.whorl.fingerprint", "ChunkMatches Fingerprint Fingerprinter LocatedChunks"),
                Map.entry("io.whorl.measure", "Measure"),
                Map.entry("io.whorl.score", "Comparison DocumentExtras TermWeights"),
                Map.entry(
                        "io.whorl.parts",
                        "LiveIds LiveTierFeed MergedParts Part PartSearch"
                                + " SearchBuffers"
                                + " SegmentSide ShardedSource SnapshotParts"),
                Map.entry(
                        "io.whorl.store",
                        "Channels CheckedFile Checksum CollectionFrequencies DateTable "
                                + "DeadDocuments DocumentDate DocumentId DocumentLists DocumentSource "
                                + "DocumentTable EntryRuns Families FileErrors FileNames "
                                + "FormTable IndexDirectory IndexFiles JsonFields LogFrequency Manifest "
                                + "MappingFault MergeHeap MinutiaCursor MinutiaTable OpenSegments "
                                + "ParallelTasks ReferenceCount ScratchBits ScratchInts ScratchLongs "
                                + "ScratchSpace Segment SegmentCheck SegmentCounts SegmentFile SegmentWriter "
                                + "StoredFingerprint StoredKinds StoredText TempFile Varint "
                                + "WeightSums WriterLock"),
                Map.entry("io.whorl.log", "CommitBuffer LogFiles LogReader LogSink LogWriter" + " LoggedDocument"),
                Map.entry("io.whorl.live", "LiveDocument LiveTier LiveTiers LiveView"),
                Map.entry("io.whorl.concurrent", "DaemonThreads QueryPriority"),
                Map.entry(
                        "io.whorl.build",
                        "BulkBuilder IdMerge LogReplay MergedSums RunBuilder RunMerge SegmentAssembler"
                                + " SegmentMerge"),
                Map.entry(
                        "io.whorl.bulk",
                        "BuildOptions BuildReport Duplicates IndexBuilder RefusedDocument RepeatedIds"),
                Map.entry("io.whorl.rebuild", "IndexRebuild RebuildOptions"),
                Map.entry(
                        "io.whorl.pairs",
                        "GroupScores ListCounts LongTriples PairFamilies "
                                + "PairRequest PairResult PairScratch PairSearch"),
                Map.entry("io.whorl.journal", "Journal"),
                Map.entry("io.whorl.series", "Series Templates"),
                Map.entry("io.whorl.shard", "SegmentSet Shard"),
                Map.entry(
                        "io.whorl.cluster",
                        "Cluster ClusterOptions Clusters ComparisonOptions Pair Pairs PairsOptions "
                                + "SimilarityOptions SimilarityResult SurvivorOptions Survivors"),
                Map.entry(
                        "io.whorl.query",
                        "DocumentComparison GroupOptions IndexCheck IndexStats Matches Overlap"
                                + " OverlapOptions QueryOptions"
                                + " Snapshot TextSource"),
                Map.entry("io.whorl.history", "ChangeOptions Changes History HistoryOptions"),
                Map.entry("io.whorl.passages", "FoundPassages PassageFinder PassageOptions"),
                Map.entry("io.whorl.preset", "Preset"),
                Map.entry(
                        "io.whorl.write",
                        "AdoptOptions AdoptReport IndexWriter NewDocument WriterHealth WriterOptions"));
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
