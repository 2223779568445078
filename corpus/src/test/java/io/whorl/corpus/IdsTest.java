package io.whorl.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.whorl.corpus.format.Skipped;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IdsTest {
    @TempDir
    Path dir;

    @Test
    void membersKeepTheirPathsWithoutLeadingDots() throws IOException {
        Map<String, String> members = new LinkedHashMap<>();
        List<String> ids =
                List.of("a/./b", "../up", "/absolute", "x\ny", "d\u00e9j\u00e0/\ud83d\ude00", "l".repeat(300));
        members.put("./a", "");
        members.put("././b", "");
        ids.forEach(id -> members.put(id, id));
        List<String> expected = new ArrayList<>(List.of("a", "b"));
        expected.addAll(ids);
        assertEquals(
                expected,
                ReadAll.of(Files.write(dir.resolve("x.tar"), TestArchives.tar(members)))
                        .ids());
        assertEquals(
                expected,
                ReadAll.of(Files.write(dir.resolve("x.zip"), TestArchives.zip(members)))
                        .ids());
    }

    @Test
    void onlyRegularMembersAreDocuments() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (TarArchiveOutputStream tar = new TarArchiveOutputStream(out, "UTF-8")) {
            for (byte type : new byte[] {
                TarConstants.LF_DIR, TarConstants.LF_SYMLINK, TarConstants.LF_LINK, TarConstants.LF_FIFO,
                TarConstants.LF_CHR, TarConstants.LF_NORMAL, TarConstants.LF_CONTIG, TarConstants.LF_OLDNORM
            }) {
                TarArchiveEntry entry = new TarArchiveEntry("type" + type, type);
                entry.setSize(0);
                tar.putArchiveEntry(entry);
                tar.closeArchiveEntry();
            }
        }
        ReadAll all = ReadAll.of(Files.write(dir.resolve("x.tar"), out.toByteArray()));
        assertEquals(List.of("type48", "type55", "type0"), all.ids());
        assertEquals(List.of(), all.skipped());
    }

    @Test
    void emptyIdsAreInvalid() throws IOException {
        Path lines = Files.writeString(dir.resolve("x.jsonl"), "{\"id\":\"\",\"text\":\"t\"}");
        ReadAll all = ReadAll.of(lines);
        assertEquals(List.of(), all.documents());
        assertEquals(List.of(new Skipped(lines + ":1", Skipped.Reason.INVALID, "its id is empty")), all.skipped());
    }

    @Property
    void orderIsThatOfTheUtf8Bytes(@ForAll String a, @ForAll String b) {
        String x = replaceLone(a);
        String y = replaceLone(b);
        int expected = Arrays.compareUnsigned(x.getBytes(StandardCharsets.UTF_8), y.getBytes(StandardCharsets.UTF_8));
        assertEquals(Integer.signum(expected), Integer.signum(DocumentNames.BY_UTF8.compare(x, y)));
    }

    /** Unpaired surrogates have no UTF-8 encoding, so their order is undefined. */
    private static String replaceLone(String s) {
        return new String(s.getBytes(StandardCharsets.UTF_16BE), StandardCharsets.UTF_16BE);
    }
}
