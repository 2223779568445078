package io.whorl.lab.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.whorl.lab.run.ReportPageTest.SampleResults;
import io.whorl.testing.Ended;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the page in a browser, if one is installed. */
class ScreenshotTest {
    private static final List<String> BROWSERS = List.of(
            "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "chrome-headless-shell");
    private static final int PHONE = 390;

    /** Static, because a browser starts faster with the profile of an earlier start. */
    @TempDir
    private static Path folder;

    private static Path browser;
    private static Path page;
    /** What the scripts in the page report. */
    private static String probed = "";

    /** Runs once, but in a method before each test, because JUnit does not report tests skipped in BeforeAll. */
    @BeforeEach
    void write() throws IOException {
        Optional<Path> found = browser();
        assumeTrue(found.isPresent(), () -> "none of " + BROWSERS + " is on the PATH");
        if (page == null) {
            browser = found.get();
            page = folder.resolve("report.html");
            Report.page(SampleResults.make(), "sample", page);
        }
    }

    @Test
    void pageFollowsLightAndDarkMode() throws Exception {
        assertDrawn(screenshot(page, 1), "#ffffff", "#1c2024", "#2065c7", "#d95f02");
        assertDrawn(screenshot(page, 0), "#16191d", "#e8eaed", "#6ea8ff", "#ff9a4d");
    }

    /** Only tables may be wider than the screen, and they scroll. */
    @Test
    void pageFitsAPhone() throws Exception {
        String dom = probed();
        assertTrue(dom.contains("\"overflow\":\"0\""), dom);
    }

    /** The content security policy of the page must allow what Vega needs. */
    @Test
    void everyPlotIsDrawn() throws Exception {
        String dom = probed();
        int plots = Files.readString(page).split("<div class=\"plot\"", -1).length - 1;
        assertTrue(plots > 3 && dom.contains("\"drawn\":\"" + plots + "\""), dom);
    }

    /** A script clicks a header twice and reports the order of the rows. */
    @Test
    void headerSortsTheTable() throws Exception {
        double[] ascending = SampleResults.make().outcomes().stream()
                .filter(o -> o.configuration().section().equals("strategies"))
                .mapToDouble(o -> o.means().precision())
                .sorted()
                .toArray();
        String dom = probed();
        double[] descending = IntStream.range(0, ascending.length)
                .mapToDouble(i -> ascending[ascending.length - 1 - i])
                .toArray();
        assertTrue(dom.contains("\"first\":\"" + joined(descending) + "\""), dom);
        assertTrue(dom.contains("\"second\":\"" + joined(ascending) + "\""), dom);
    }

    /** Opens the page in a frame, because browser windows cannot be as narrow as a phone. */
    private static String probed() throws Exception {
        if (probed.isEmpty()) {
            // Plots are drawn after the page is loaded.
            String probe = "<script>setTimeout(() => { document.body.dataset.overflow ="
                    + " document.documentElement.scrollWidth - document.documentElement.clientWidth;"
                    + "document.body.dataset.drawn = Array.from(document.querySelectorAll('.plot svg'))"
                    + ".filter(svg => svg.querySelector('.mark-symbol.role-mark path')).length; }, 2000);"
                    + "const table = document.querySelectorAll('table')[1];"
                    + "const shown = () => Array.from(table.tBodies[0].rows)"
                    + ".map(row => row.cells[1].dataset.value).join();"
                    + "const press = () => { table.tHead.querySelectorAll('button')[1].click(); return shown(); };"
                    + "document.body.dataset.first = press(); document.body.dataset.second = press();</script>";
            Path copy = Files.writeString(
                    folder.resolve("probed.html"), Files.readString(page).replace("</body>", probe + "</body>"));
            Path frame = Files.writeString(
                    folder.resolve("frame.html"),
                    "<iframe id='f' width='" + PHONE + "' height='900' src='"
                            + copy.getFileName() + "'></iframe><script>f.onload = () => setTimeout(() => {"
                            + " document.title = JSON.stringify(f.contentDocument.body.dataset); }, 3000);</script>");
            probed = run(
                    "--allow-file-access-from-files",
                    "--dump-dom",
                    frame.toUri().toString());
        }
        return probed;
    }

    private static String joined(double[] values) {
        return String.join(",", Arrays.stream(values).mapToObj(Double::toString).toList());
    }

    private static void assertDrawn(BufferedImage image, String ground, String... colours) {
        assertEquals(Color.decode(ground), new Color(image.getRGB(2, 2)));
        for (String colour : colours) {
            int rgb = Color.decode(colour).getRGB();
            long pixels = Arrays.stream(
                            image.getRGB(0, 0, image.getWidth(), image.getHeight(), null, 0, image.getWidth()))
                    .filter(pixel -> pixel == rgb)
                    .count();
            assertTrue(pixels > 50, colour + " on " + pixels + " pixels");
        }
    }

    private static BufferedImage screenshot(Path html, int colours) throws Exception {
        Path shot = folder.resolve("shot" + colours + ".png");
        String log = run(
                "--screenshot=" + shot,
                "--window-size=1280,2400",
                "--blink-settings=preferredColorScheme=" + colours,
                html.toUri().toString());
        assertTrue(Files.exists(shot), log);
        return ImageIO.read(shot.toFile());
    }

    private static String run(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                browser.toString(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--no-first-run",
                "--disable-extensions",
                "--disable-background-networking",
                "--disable-component-update",
                "--hide-scrollbars",
                "--disable-dev-shm-usage",
                "--virtual-time-budget=5000",
                "--user-data-dir=" + folder.resolve("profile")));
        command.addAll(List.of(arguments));
        return Ended.of(new ProcessBuilder(command), 120).out();
    }

    private static Optional<Path> browser() {
        return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .flatMap(directory -> BROWSERS.stream().map(name -> Path.of(directory, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }
}
