package io.whorl.lab.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.cluster.SurvivorOptions;
import io.whorl.lab.experiment.CrawlLaboratory.Judged;
import io.whorl.lab.experiment.CrawlLaboratory.MadeCrawl;
import io.whorl.lab.files.LabException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CrawlLaboratoryTest {
    private static final int BANDS = 5;

    @TempDir
    private Path folder;

    @Test
    void theDefaultFindsVersionsInFramesAndLinksNoPagesThatShareOnlyAFrame() throws IOException {
        CrawlLaboratory laboratory = new CrawlLaboratory(new MadeCrawl(4, 4), 2);
        Judged whorl = laboratory.whorl("whorl", SurvivorOptions.DEFAULT).judged();
        assertTrue(whorl.recall(2) >= 0.95, "from .7: " + whorl.recall(2));
        assertTrue(whorl.recall(3) >= 0.98 && whorl.recall(4) >= 0.99, whorl.recall(3) + " " + whorl.recall(4));
        assertTrue(whorl.lost[0] <= 1, whorl.lost[0] + " lost");
        // Frames count as any text without the search for them, and by signatures.
        SurvivorOptions plain = SurvivorOptions.DEFAULT.commonDf(SurvivorOptions.NO_LIMIT);
        assertTrue(laboratory.whorl("plain", plain).judged().lost[0] > 10);
        assertTrue(laboratory.minHash(64).judged().lost[0] > 10);
    }

    @Test
    void theTruthIsThatOfTheWrittenPages() throws IOException {
        MadeCrawl crawl = new MadeCrawl(5, 1);
        crawl.write(folder);
        List<String> lines = Files.readAllLines(folder.resolve("pages.jsonl"));
        new MadeCrawl(5, 1).write(folder.resolve("again"));
        assertEquals(lines, Files.readAllLines(folder.resolve("again/pages.jsonl")));
        Map<String, Set<List<String>>> shingles = new HashMap<>();
        for (String line : lines) {
            String text = line.substring(line.indexOf("\"text\": \"") + 9, line.length() - 2);
            // In Chinese, characters are words.
            String[] words = text.codePointAt(0) >= 0x4E00 && text.codePointAt(0) < 0xA000
                    ? text.split("")
                    : text.trim().split(" ");
            Set<List<String>> own = new HashSet<>();
            for (int i = 0; i + BANDS <= words.length; i++) {
                own.add(List.of(words).subList(i, i + BANDS));
            }
            shingles.put(line.substring(8, 16), own);
        }
        int versions = 0;
        List<String> dropped = new ArrayList<>();
        for (String row : Files.readAllLines(folder.resolve("truth.tsv"))) {
            String[] cells = row.split("\t", -1);
            if (cells[3].isEmpty() || cells[0].equals("file")) {
                continue;
            }
            Set<List<String>> both = new HashSet<>(shingles.get(cells[0]));
            both.retainAll(shingles.get(cells[3]));
            double all = shingles.get(cells[0]).size() + shingles.get(cells[3]).size() - both.size();
            assertEquals(Double.parseDouble(cells[4]), both.size() / all, 0.00006, row);
            dropped.add("{\"drop\": \"" + cells[0] + "\", \"keep\": \"" + cells[3] + "\", \"score\": 1}");
            versions++;
        }
        assertTrue(versions > 100, versions + " versions");
        Path result = Files.write(folder.resolve("dropped"), dropped);
        Judged perfect = new CrawlLaboratory(crawl, 1).judge(result).judged();
        assertEquals(0, IntStream.of(perfect.lost).sum());
        for (int band = 0; band < BANDS; band++) {
            assertEquals(1, perfect.recall(band));
        }
        CrawlLaboratory other = new CrawlLaboratory(new MadeCrawl(5, 2), 1);
        Files.writeString(result, "{\"drop\": \"99999999\", \"keep\": \"00000001\"}");
        assertThrows(LabException.class, () -> other.judge(result));
    }
}
