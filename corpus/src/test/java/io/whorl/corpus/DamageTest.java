package io.whorl.corpus;

import static io.whorl.corpus.TestArchives.zstd;
import static io.whorl.testing.Packed.concat;
import static io.whorl.testing.Packed.gzip;
import static io.whorl.testing.Packed.utf8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.corpus.ReadAll.ReadingFixture;
import io.whorl.corpus.format.Skipped.Reason;
import io.whorl.testing.LongForm;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DamageTest extends ReadingFixture {
    private final Map<String, String> members = new LinkedHashMap<>();
    private final List<String> pairs = new ArrayList<>();
    private Path good;

    @BeforeEach
    void members() throws IOException {
        Random random = new Random(1);
        for (int i = 0; i < 12; i++) {
            String text = random.ints(random.nextInt(1200), 'a', 'z')
                    .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                    .toString();
            members.put("m" + i, text);
            pairs.add("m" + i + "=" + text);
        }
        good = write("good", "g");
    }

    private byte[] lines() {
        StringBuilder s = new StringBuilder();
        members.forEach((id, text) -> s.append("{\"id\":\"" + id + "\",\"text\":\"" + text + "\"}\n"));
        return utf8(s.toString());
    }

    /**
     * Reads the bytes and then a good file, which must always be delivered; returns the result without the good file.
     */
    private ReadAll read(String name, byte[] bytes) throws IOException {
        ReadAll all = ReadAll.of(write(name, bytes), good);
        int last = all.documents().size() - 1;
        assertEquals("good=g", all.pairs().get(last));
        return new ReadAll(all.documents().subList(0, last), all.skipped());
    }

    private int truncations(String name, byte[] whole, int longFormStep) throws IOException {
        int step = LongForm.of(5, 1) * longFormStep;
        int most = 0;
        // The last length is one byte short of the whole.
        for (int length = 1 + (whole.length - 2) % step; length < whole.length; length += step) {
            ReadAll all = read(name, Arrays.copyOf(whole, length));
            int n = all.documents().size();
            assertEquals(pairs.subList(0, n), all.pairs(), "cut to " + length);
            assertEquals(List.of(Reason.DAMAGED), all.reasons(), "cut to " + length);
            assertTrue(n >= most, "cut to " + length + ": fewer documents than a shorter file");
            most = n;
        }
        return most;
    }

    @Test
    void truncatedArchivesYieldTheDocumentsBeforeTheCut() throws IOException {
        assertEquals(12, truncations("x.tar.gz", gzip(TestArchives.tar(members)), 17));
        assertEquals(12, truncations("x.jsonl.gz", gzip(lines()), 17));
        assertEquals(12, truncations("x.zip", TestArchives.zip(members), 17));
        truncations("x.tar.zst", zstd(TestArchives.tar(members)), 17);
        assertEquals(12, truncations("x.tar.bz2", TestArchives.bzip2(TestArchives.tar(members)), 97));
        truncations("x.tar.xz", TestArchives.xz(TestArchives.tar(members)), 97);
    }

    @Test
    void recordsBeforeABreakNearTheBeginningAreRead() throws IOException {
        Map<String, String> files = Map.of(
                "x.jsonl.gz", "{\"id\":\"a\",\"text\":\"x\"}\n{\"id\":\"b\",\"text\":\"y\"}\n",
                "x.json.gz", "[{\"id\":\"a\",\"text\":\"x\"}, {\"id\":\"b\",\"text\":\"y\"}]",
                "x.csv.gz", "id,text\na,x\nb,y\n");
        for (Map.Entry<String, String> file : files.entrySet()) {
            ReadAll all = read(file.getKey(), concat(gzip(utf8(file.getValue())), utf8("damage")));
            assertEquals(List.of("a=x", "b=y"), all.pairs(), file.getKey());
            assertEquals(List.of(Reason.DAMAGED), all.reasons(), file.getKey());
        }
    }

    /** The truncation is visible at every level but reported once. */
    @Test
    void truncatedNestedArchivesYieldTheDocumentsBeforeTheCut() throws IOException {
        byte[] tar = TestArchives.tar(members);
        byte[] zipped = TestArchives.zip(members);
        pairs.replaceAll(pair -> "in!" + pair);
        assertEquals(12, truncations("x.tar", Arrays.copyOf(TestArchives.tarOf("in", tar), 512 + tar.length), 67));
        assertEquals(12, truncations("x.tgz", gzip(TestArchives.tarOf("in", gzip(tar))), 89));
        assertEquals(12, truncations("x.tgz", gzip(TestArchives.tarOf("in", zipped)), 89));
    }

    @Test
    void archivesNextToADamagedOneAreRead() throws IOException {
        byte[] cut = Arrays.copyOf(gzip(TestArchives.tar(members)), 900);
        byte[] cutZip = Arrays.copyOf(TestArchives.zip(members), 900);
        byte[] lines = utf8("{\"id\":\"l\",\"text\":\"x\"}");
        String[] names = {"a.tar.gz", "b.zip", "c.jsonl.gz", "d.tar", "e"};
        byte[] zip = TestArchives.zipOf(names, cut, cutZip, gzip(lines), utf8("no tar"), utf8("last"));
        for (byte[] bytes : List.of(zip, gzip(zip), gzip(TestArchives.tarOf("in", zip)))) {
            ReadAll all = read("x", bytes);
            List<String> ids = all.ids();
            assertEquals(List.of("l"), ids.stream().filter("l"::equals).toList());
            assertTrue(ids.get(ids.size() - 1).endsWith("e"), ids.toString());
            assertTrue(ids.stream().filter(id -> id.contains("!m")).count() > 0, ids.toString());
            all.skips(Reason.DAMAGED, Reason.DAMAGED, Reason.DAMAGED);
            assertTrue(all.place(1).endsWith("!b.zip"), all.place(1));
        }
    }

    @Test
    void truncatedArraysAndTablesYieldTheRowsBeforeTheCut() throws IOException {
        String array = new String(lines(), StandardCharsets.UTF_8).strip().replace("\n", ",\n");
        assertEquals(12, truncations("x.json.gz", gzip(utf8("[" + array + "]")), 89));
        assertEquals(12, truncations("x.json.bz2", TestArchives.bzip2(utf8("[" + array + "]")), 89));
        StringBuilder rows = new StringBuilder("id,text\n");
        members.forEach((id, text) -> rows.append(id + ",\"" + text + "\"\n"));
        assertEquals(12, truncations("x.csv.gz", gzip(utf8(rows.toString())), 17));
    }

    @Test
    void zstdFramesBeforeTheDamageAreDelivered() throws IOException {
        byte[] bytes = new byte[0];
        for (String line : new String(lines(), StandardCharsets.UTF_8).split("(?<=\n)")) {
            bytes = concat(bytes, zstd(utf8(line)));
        }
        for (int cut = 1; cut < bytes.length / 2; cut += LongForm.of(31, 5)) {
            ReadAll all = read("x.jsonl.zst", Arrays.copyOf(bytes, bytes.length - cut));
            assertEquals(pairs.subList(0, all.documents().size()), all.pairs());
            assertTrue(all.documents().size() >= 11 || cut > 1);
            assertTrue(all.reasons().equals(List.of(Reason.DAMAGED)) || frameBorder(bytes, cut));
        }
    }

    /** True if a zstd frame starts this many bytes before the end: a cut there is invisible. */
    private static boolean frameBorder(byte[] bytes, int fromEnd) {
        int at = bytes.length - fromEnd;
        return (bytes[at] & 0xff) == 0x28 && (bytes[at + 1] & 0xff) == 0xb5 && bytes[at + 2] == 0x2f;
    }

    @Test
    void aTarWithoutItsEndMarkIsTruncated() throws IOException {
        byte[] tar = TestArchives.tar(members);
        int end = tar.length;
        while (tar[end - 1] == 0) {
            end--;
        }
        int mark = (end + 511) / 512 * 512;
        assertEquals(12, truncations("x.tar", Arrays.copyOf(tar, mark + 1), 67));
        assertEquals(List.of(), read("x.tar", Arrays.copyOf(tar, mark + 512)).skipped());
    }

    private void flips(String name, byte[] whole, int from, int count) throws IOException {
        Random random = new Random(count);
        for (int i = 0; i < count; i++) {
            byte[] bytes = whole.clone();
            int at = from + random.nextInt(bytes.length - from);
            bytes[at] ^= (byte) (1 << random.nextInt(8));
            ReadAll all = read(name, bytes);
            // A few bits describe codes that the data do not use.
            assertTrue(!all.skipped().isEmpty() || all.pairs().equals(pairs), name + " flipped at " + at);
        }
    }

    @Test
    void flippedBitsAreDetected() throws IOException {
        byte[] tar = TestArchives.tar(members);
        flips("x.jsonl.zst", zstd(lines()), 0, LongForm.of(50, 200));
        flips("x.tar.bz2", TestArchives.bzip2(tar), 6, LongForm.of(40, 150));
        flips("x.tar.xz", TestArchives.xz(tar), 6, LongForm.of(40, 150));
        // After the header, whose time and system bytes have no effect.
        flips("x.tar.gz", gzip(tar), 10, LongForm.of(100, 400));
    }

    @Test
    void documentsJustBeforeDamagedGzipDataAreDelivered() throws IOException {
        byte[] tar = TestArchives.tar(members);
        // A block of a reserved type follows all members: invalid wherever the buffers of the reader end.
        byte[] head = gzip(tar);
        byte[] bytes = concat(head, new byte[] {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 7, 7, 7});
        ReadAll all = read("x.tar.gz", bytes);
        assertEquals(pairs, all.pairs());
        all.skips(Reason.DAMAGED);
        all = read("x.tar.gz", concat(head, utf8("rubbish"))).skips(Reason.DAMAGED);
        assertEquals(pairs, all.pairs());
    }

    @Test
    void aDamagedTarHeaderEndsTheArchive() throws IOException {
        byte[] tar = TestArchives.tar(new LinkedHashMap<>(Map.of("a", "one")));
        byte[] second = TestArchives.tar(Map.of("b", "two"));
        second[3] ^= 1;
        ReadAll all = read("x.tar", concat(Arrays.copyOf(tar, 1024), second));
        all.gives("a=one").skips(Reason.DAMAGED);
        assertEquals(1, read("x.tar", concat(tar, utf8("rubbish"))).skipped().size());
    }

    @Test
    void otherMembersOfADamagedZipAreRead() throws IOException {
        byte[] zip = TestArchives.zip(members);
        zip[35] ^= 0x10;
        ReadAll all = read("x.zip", zip);
        assertEquals(pairs.subList(1, 12), all.pairs());
        all.skips(Reason.DAMAGED);
        assertEquals(dir.resolve("x.zip") + "!m0", all.place(0));
    }
}
