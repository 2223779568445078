package io.whorl.cli.html;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** A headless Chromium, found on this machine. It ends with {@link #close}, or at the latest with the JVM. */
final class Browser implements AutoCloseable {
    private static final List<String> NAMES =
            List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome");
    private static final long START_SECONDS = 60;
    private static final long END_SECONDS = 20;

    private final Process process;
    private final Thread atExit;
    private final DevTools tools;

    private Browser(Process process, Thread atExit, DevTools tools) {
        this.process = process;
        this.atExit = atExit;
        this.tools = tools;
    }

    /**
     * Starts a browser with its files in a directory. If there is none, the test is skipped.
     *
     * @throws IOException if the browser that the variable CHROME names does not start
     */
    static Browser start(Path directory) throws Exception {
        Optional<String> named = Optional.ofNullable(System.getenv("CHROME"));
        Optional<String> program = named.or(Browser::onPath);
        Assumptions.assumeTrue(
                program.isPresent(),
                "skipped: no Chromium. Install chromium or google-chrome, or name the program in the variable CHROME");
        Path log = directory.resolve("browser.log");
        Path port = directory.resolve("profile").resolve("DevToolsActivePort");
        Process process = new ProcessBuilder(
                        program.get(),
                        "--headless=new",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-dev-shm-usage",
                        "--disable-extensions",
                        "--disable-background-networking",
                        "--disable-component-update",
                        "--no-first-run",
                        "--lang=en-US",
                        "--remote-debugging-port=0",
                        "--user-data-dir=" + port.getParent(),
                        "about:blank")
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        Thread atExit = new Thread(() -> end(process));
        Runtime.getRuntime().addShutdownHook(atExit);
        try {
            // Some systems have a program of this name that only says how to install the browser.
            boolean started = waitFor(port, process);
            String message = program.get() + " does not start: " + Files.readString(log);
            if (!started && named.isPresent()) {
                throw new IOException(message);
            }
            Assumptions.assumeTrue(started, "skipped: " + message);
            List<String> lines = Files.readAllLines(port);
            return new Browser(
                    process, atExit, DevTools.connect(URI.create("ws://127.0.0.1:" + lines.get(0) + lines.get(1))));
        } catch (Throwable e) {
            end(process);
            Runtime.getRuntime().removeShutdownHook(atExit);
            throw e;
        }
    }

    private static Optional<String> onPath() {
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        return NAMES.stream()
                .flatMap(name -> Stream.of(path.split(File.pathSeparator)).map(folder -> new File(folder, name)))
                .filter(File::canExecute)
                .map(File::getPath)
                .findFirst();
    }

    /** Waits until the browser has written its port: two lines. */
    private static boolean waitFor(Path port, Process process) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
        while (System.nanoTime() < end && process.isAlive()) {
            if (Files.exists(port) && Files.readAllLines(port).size() >= 2) {
                return true;
            }
            Thread.sleep(10);
        }
        return false;
    }

    /** Opens an empty page. */
    BrowserPage page() throws Exception {
        return BrowserPage.open(tools);
    }

    @Override
    public void close() throws Exception {
        try {
            tools.call("", "Browser.close", Map.of());
            process.waitFor(END_SECONDS, TimeUnit.SECONDS);
        } finally {
            tools.close();
            end(process);
        }
        Runtime.getRuntime().removeShutdownHook(atExit);
    }

    private static void end(Process process) {
        List<ProcessHandle> all = Stream.concat(process.descendants(), Stream.of(process.toHandle()))
                .toList();
        all.forEach(ProcessHandle::destroyForcibly);
        for (ProcessHandle one : all) {
            one.onExit().completeOnTimeout(one, END_SECONDS, TimeUnit.SECONDS).join();
        }
    }
}
