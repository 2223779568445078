package io.whorl.shard;

import static io.whorl.testing.Thrown.assertReason;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.RandomCorpus;
import io.whorl.RefusedException;
import io.whorl.RefusedException.Reason;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.Duplicates;
import io.whorl.bulk.TestFiles;
import io.whorl.scheme.Scheme;
import io.whorl.shard.Shard.ShardRules;
import io.whorl.store.Checksum;
import io.whorl.write.IndexWriter;
import io.whorl.write.NewDocument;
import io.whorl.write.WriterOptions;
import io.whorl.write.WriterOptions.LiveMap;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SegmentSetTest {
    private static final Scheme SCHEME = Scheme.builder().build();

    @TempDir
    Path folder;

    private SegmentSet build(Path set) throws IOException {
        return TestSets.build(set, SCHEME, TestSets.OPTIONS, TestSets.documents(1, 3, 5, false, 0));
    }

    @Test
    void aCommittedSetIsReadBackWithItsShardsInOrder() throws IOException {
        Path set = folder.resolve("set");
        SegmentSet written = build(set);
        SegmentSet read = SegmentSet.read(set);
        assertEquals(written, read);
        assertArrayEquals(written.toJson(), Files.readAllBytes(set.resolve(SegmentSet.FILE)));
        assertEquals(written, SegmentSet.fromJson(written.toJson(), "bytes"));
        assertEquals(3, read.shards().size());
        assertEquals(15, read.documents());
        assertEquals(SCHEME.hashing(), read.scheme().hashing());
        assertTrue(SegmentSet.isAt(set) && !SegmentSet.isAt(folder));
        read.verify(set);
    }

    @Test
    void aDescriptionHasTheCountsAndTheRangeOfTheIds() throws IOException {
        Path shard = folder.resolve(Shard.newName());
        BuildOptions options = TestSets.STORING.minDocument(1).duplicates(Duplicates.FIRST_EXACT);
        RandomCorpus.index(
                shard,
                SCHEME,
                List.of(
                        new NewDocument("b", "one two three four five".getBytes(), Optional.empty()),
                        new NewDocument("\uD83D\uDE00", "one two three four".getBytes(), Optional.empty()),
                        new NewDocument("\uFF01", "six".getBytes(), Optional.empty())),
                options);
        Shard described = Shard.describe(shard, options);
        assertEquals(shard.getFileName().toString(), described.name());
        assertEquals(3, described.documents());
        assertEquals(10, described.words());
        assertEquals(3, described.minutiae());
        assertEquals(4, described.postings());
        assertEquals(Optional.of("b"), described.firstId());
        assertEquals(Optional.of("\uD83D\uDE00"), described.lastId());
        assertTrue(described.rules().storesTexts() && described.rules().storesFingerprints());
        assertEquals(options.duplicates(), described.rules().duplicates());
        assertEquals(1, described.rules().minDocument());
        assertEquals(2, described.files().size());
        assertEquals(described, Shard.fromJson(described.toJson()));
        assertFalse(described.toJson().contains("\n"));
    }

    @Test
    void anEmptyShardHasNoIds() throws IOException {
        Path shard = folder.resolve(Shard.newName());
        RandomCorpus.index(shard, SCHEME, List.of(), TestSets.OPTIONS);
        Shard described = Shard.describe(shard, TestSets.OPTIONS);
        assertEquals(Optional.empty(), described.firstId());
        assertEquals(described, Shard.fromJson(described.toJson()));
    }

    @Test
    void onlyAnIndexOfABulkBuildInADirectoryWithTheNameOfAShardIsDescribed() throws IOException {
        Path live = folder.resolve(Shard.newName());
        IndexWriter.create(live, SCHEME, WriterOptions.DEFAULT.liveMap(LiveMap.NONE))
                .close();
        assertThrows(IllegalArgumentException.class, () -> Shard.describe(live, TestSets.OPTIONS));
        Path named = folder.resolve("shard-1");
        RandomCorpus.index(named, SCHEME, List.of(), TestSets.OPTIONS);
        assertThrows(IllegalArgumentException.class, () -> Shard.describe(named, TestSets.OPTIONS));
        assertReason(
                RefusedException.Reason.NOT_AN_INDEX, () -> Shard.describe(folder.resolve("none"), TestSets.OPTIONS));
    }

    @Test
    void namesOfShardsDifferAndLeadNowhereElse() {
        HashSet<String> names = new HashSet<>();
        for (int i = 0; i < 100; i++) {
            assertTrue(Shard.isName(Shard.newName()) && names.add(Shard.newName()));
        }
        for (String name : List.of("shard-", "shard-../../etc", "x" + Shard.newName(), Shard.newName() + "/..")) {
            assertFalse(Shard.isName(name));
        }
        for (String name : List.of("../MANIFEST", "segment-000001.whs/..", "/etc/passwd", "LOCK")) {
            assertThrows(IllegalArgumentException.class, () -> new Shard.File(name, 1, 1));
        }
    }

    @Test
    void shardsOfDifferentSchemesOptionsOrVersionsMakeNoSet() throws IOException {
        Path set = folder.resolve("set");
        Shard shard = build(set).shards().get(0);
        for (String[] row : new String[][] {
            {"\\\"granularity\\\":4", "\\\"granularity\\\":7", "SCHEME", shard.name(), "granularity (7 and 4)"},
            {"\"texts\":false", "\"texts\":true", "OPTIONS", "texts=true", "texts=false"},
            {ShardRules.CURRENT_WHORL, "9.9", "VERSION", "9.9", ShardRules.CURRENT_WHORL}
        }) {
            String json = shard.toJson().replace(shard.name(), Shard.newName());
            Shard other = Shard.fromJson(json.replace(row[0], row[1]));
            RefusedException e =
                    assertReason(Reason.valueOf(row[2]), row[3], () -> new SegmentSet(List.of(shard, other)));
            assertTrue(e.getMessage().contains(row[4]), e::getMessage);
        }
        assertThrows(IllegalArgumentException.class, () -> new SegmentSet(List.of()));
        assertThrows(IllegalArgumentException.class, () -> new SegmentSet(List.of(shard, shard)));
    }

    @Test
    void aSetIsCommittedOnceAndOnlyWithAllItsFiles() throws IOException {
        Path set = folder.resolve("set");
        SegmentSet built = build(set);
        assertReason(Reason.EXISTS, () -> built.commit(set));
        Files.delete(set.resolve(SegmentSet.FILE));
        Path segment = TestSets.segmentOf(set, built.shards().get(1));
        byte[] bytes = Files.readAllBytes(segment);
        Files.write(segment, Arrays.copyOf(bytes, bytes.length - 1));
        assertReason(Reason.DAMAGED, segment.toString(), () -> built.commit(set));
        Files.delete(segment);
        assertReason(Reason.DAMAGED, () -> built.commit(set));
        assertFalse(SegmentSet.isAt(set));
        Files.write(segment, bytes);
        built.commit(set);
        assertEquals(built, SegmentSet.read(set));
    }

    /** The files are whole, but they are those of another shard. */
    @Test
    void exchangedShardsAreFound() throws IOException {
        Path set = folder.resolve("set");
        String json = build(set).shards().get(0).toJson();
        Shard mixed = Shard.fromJson(json.replaceFirst("\"words\":\\d+", "\"words\":1"));
        assertReason(Reason.DAMAGED, () -> new SegmentSet(List.of(mixed)).requireFiles(set));
    }

    @Test
    void aChangedOrCutFileThatNamesTheShardsIsRefused() throws IOException {
        byte[] whole = build(folder.resolve("set")).toJson();
        for (int length = 0; length < whole.length; length += 7) {
            byte[] cut = Arrays.copyOf(whole, length);
            assertReason(Reason.DAMAGED, () -> SegmentSet.fromJson(cut, "set"));
        }
        for (int at = 0; at < whole.length; at++) {
            byte[] flipped = TestFiles.flipped(whole, at * 8);
            assertReason(Reason.DAMAGED, () -> SegmentSet.fromJson(flipped, "set"));
        }
    }

    /** The checksum is right, so a program wrote it. */
    @Test
    void contentsThatMakeNoSenseAreRefused() throws IOException {
        String json = new String(build(folder.resolve("set")).toJson(), StandardCharsets.UTF_8);
        for (String[] change : new String[][] {
            {"\"version\":1", "\"version\":0"},
            {"\"version\":1", "\"version\":99999999999"},
            {"whorl-segment-set", "something"},
            {"MANIFEST", "../../x"},
            {"\"name\":\"shard-", "\"name\":\"../shard-"},
            {"\"documents\":5", "\"documents\":-5"},
            {"\"documents\":5", "\"documents\":\"x\""},
            {"\"duplicates\":\"ignore\"", "\"duplicates\":\"maybe\""},
            {"\"shards\":[", "\"shards\":[],\"x\":["},
            {"\"crc32c\":", "\"none\":"},
            {"\"first\":", "\"none\":"},
            {"\"last\":", "\"none\":"},
        }) {
            String changed = json.replace(change[0], change[1]);
            assertNotEquals(json, changed);
            assertReason(Reason.DAMAGED, () -> SegmentSet.fromJson(signed(changed), "set"));
        }
        assertReason(
                RefusedException.Reason.VERSION,
                () -> SegmentSet.fromJson(signed(json.replace("\"version\":1", "\"version\":2")), "set"));
    }

    private static byte[] signed(String json) {
        String body = json.substring(0, json.lastIndexOf(",\"checksum\""));
        int checksum = Checksum.of(body.getBytes(StandardCharsets.UTF_8));
        return String.format("%s,\"checksum\":\"%08x\"}\n", body, checksum).getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void unknownFieldsAreIgnored() throws IOException {
        SegmentSet set = build(folder.resolve("set"));
        String json = new String(set.toJson(), StandardCharsets.UTF_8);
        String more = json.replace("\"version\":1", "\"version\":1,\"later\":{\"a\":[1,{\"b\":2}]},\"n\":null");
        assertEquals(set, SegmentSet.fromJson(signed(more), "set"));
    }

    @Test
    void aDirectoryWithoutTheFileIsNotASet() throws IOException {
        Files.createDirectory(folder.resolve("set"));
        assertReason(Reason.NOT_A_SET, () -> SegmentSet.read(folder.resolve("set")));
        assertReason(Reason.NOT_A_SET, () -> SegmentSet.read(folder.resolve("none")));
        assertThrows(IllegalArgumentException.class, () -> Shard.fromJson("[]"));
        assertThrows(IllegalArgumentException.class, () -> Shard.fromJson("{\"name\":"));
    }

    @Test
    void theVersionIsThatOfTheProject() throws IOException {
        String pom = Files.readString(Path.of("pom.xml"));
        assertTrue(pom.contains("<version>" + ShardRules.CURRENT_WHORL + "</version>"), ShardRules.CURRENT_WHORL);
    }
}
