package io.whorl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/**
 * A page in a headless Chromium that is found on this machine: what a reader does with the page, and what can be seen.
 * The DevTools protocol goes through standard input and output of the process, so that the browser ends with this
 * process, too. Each message is JSON and ends with a zero. Not thread-safe.
 */
final class Browser implements AutoCloseable {
    private static final List<String> NAMES =
            List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome");
    /** The browser reads messages from the file descriptor 3, and writes them to 4. */
    private static final String PIPES = "log=$1; shift; exec \"$@\" 3<&0 4>&1 < /dev/null > \"$log\" 2>&1";

    private static final String OPTIONS = "--headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage"
            + " --disable-extensions --disable-background-networking --disable-component-update --no-first-run"
            + " --lang=en-US --remote-debugging-pipe";
    private static final List<String> NAVIGATION =
            List.of("PageDown", "End", "Home", "ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown");
    private static final long SECONDS = 60;

    private final Process process;
    private final InputStream messages;
    private final List<String> errors = new ArrayList<>();
    private final List<String> requests = new ArrayList<>();
    private String session = "";
    private int calls;

    private Browser(Process process) {
        this.process = process;
        messages = new BufferedInputStream(process.getInputStream());
    }

    /**
     * Starts a browser with its files in a directory, and opens an empty page. If there is none, the test is skipped.
     *
     * @throws IOException if the browser that the variable CHROME names does not start
     */
    static Browser start(Path directory) throws IOException {
        Optional<String> named = Optional.ofNullable(System.getenv("CHROME"));
        Optional<String> program = named.or(Browser::onPath);
        Assumptions.assumeTrue(
                program.isPresent(),
                "skipped: no Chromium. Install chromium or google-chrome, or name the program in the variable CHROME");
        Path log = directory.resolve("browser.log");
        List<String> command = new ArrayList<>(List.of("sh", "-c", PIPES, "sh", log.toString(), program.get()));
        command.addAll(List.of(OPTIONS.split(" ")));
        command.add("--user-data-dir=" + directory.resolve("profile"));
        Browser browser = new Browser(new ProcessBuilder(command).start());
        try {
            browser.open();
            return browser;
        } catch (IOException e) {
            browser.close();
            // Some systems have a program of this name that only says how to install the browser.
            String message = program.get() + " does not start: " + Files.readString(log);
            Assumptions.assumeTrue(named.isPresent(), "skipped: " + message);
            throw new IOException(message, e);
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

    private void open() throws IOException {
        Object target =
                call("Target.createTarget", Map.of("url", "about:blank")).get("targetId");
        session = (String) call("Target.attachToTarget", Map.of("targetId", target, "flatten", true))
                .get("sessionId");
        for (String domain : List.of("Page", "Runtime", "Log", "Network")) {
            call(domain + ".enable", Map.of());
        }
        emulate("", Map.of("prefers-reduced-motion", "reduce"));
        size(1280, 800);
    }

    @Override
    public void close() {
        List<ProcessHandle> all = Stream.concat(process.descendants(), Stream.of(process.toHandle()))
                .toList();
        all.forEach(ProcessHandle::destroyForcibly);
        for (ProcessHandle one : all) {
            one.onExit().completeOnTimeout(one, SECONDS, TimeUnit.SECONDS).join();
        }
    }

    /** Sends a command, and returns its result. The events before it are kept. */
    private Map<String, Object> call(String method, Map<String, Object> parameters) throws IOException {
        int id = ++calls;
        Map<String, Object> message = new HashMap<>(Map.of("id", id, "method", method, "params", parameters));
        if (!session.isEmpty()) {
            message.put("sessionId", session);
        }
        OutputStream commands = process.getOutputStream();
        commands.write((json(message) + "\0").getBytes(StandardCharsets.UTF_8));
        commands.flush();
        CompletableFuture<Void> answered = new CompletableFuture<>();
        answered.orTimeout(SECONDS, TimeUnit.SECONDS).exceptionally(late -> {
            close();
            return null;
        });
        Map<String, Object> answer = next();
        while (!Integer.valueOf(id).equals(answer.get("id") instanceof Number n ? n.intValue() : null)) {
            happened((String) answer.get("method"), map(answer.get("params")));
            answer = next();
        }
        answered.complete(null);
        if (answer.containsKey("error")) {
            throw new IOException(method + ": " + answer.get("error"));
        }
        return map(answer.get("result"));
    }

    private Map<String, Object> next() throws IOException {
        ByteArrayOutputStream message = new ByteArrayOutputStream();
        for (int b = messages.read(); b != 0; b = messages.read()) {
            if (b < 0) {
                throw new IOException("the browser has ended");
            }
            message.write(b);
        }
        try (JsonParser json = new JsonFactory().createParser(message.toByteArray())) {
            json.nextToken();
            return map(CliRun.json(json));
        }
    }

    private void happened(String event, Map<String, Object> parameters) {
        switch (event) {
            case "Runtime.exceptionThrown",
                    "Log.entryAdded",
                    "Runtime.consoleAPICalled",
                    "Page.javascriptDialogOpening" -> errors.add(parameters.toString());
            case "Network.requestWillBeSent" -> {
                String url = (String) map(parameters.get("request")).get("url");
                if (!url.equals("about:blank")) {
                    requests.add(url.replaceFirst("#.*", ""));
                }
            }
            default -> {}
        }
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(Object value) {
        return value == null ? Map.of() : (Map<String, Object>) value;
    }

    private static String json(Object value) {
        if (value instanceof Map<?, ?> fields) {
            return fields.entrySet().stream()
                    .map(field -> json(field.getKey()) + ":" + json(field.getValue()))
                    .collect(Collectors.joining(",", "{", "}"));
        }
        if (value instanceof List<?> items) {
            return items.stream().map(Browser::json).collect(Collectors.joining(",", "[", "]"));
        }
        return value instanceof String text
                ? '"' + new String(JsonStringEncoder.getInstance().quoteAsString(text)) + '"'
                : String.valueOf(value);
    }

    /** Opens a report, and waits until it is shown. */
    void show(Path file) throws Exception {
        call("Page.navigate", Map.of("url", "about:blank"));
        errors.clear();
        requests.clear();
        call("Page.navigate", Map.of("url", file.toUri().toString()));
        await("document.documentElement?.dataset.ready === 'true'");
    }

    /** Opens another view of the same report. */
    void go(String hash) throws Exception {
        eval("location.hash = '" + hash + "'");
        await("document.documentElement.dataset.shown === '" + hash + "'");
    }

    void size(int width, int height) throws IOException {
        call(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
    }

    /** @param media such as print; empty for the screen */
    void emulate(String media, Map<String, String> features) throws IOException {
        List<Object> list = new ArrayList<>();
        features.forEach((name, value) -> list.add(Map.of("name", name, "value", value)));
        call("Emulation.setEmulatedMedia", Map.of("media", media, "features", list));
    }

    /** Returns the value of an expression: a string, a number or a boolean. */
    Object eval(String expression) throws IOException {
        Map<String, Object> answer =
                call("Runtime.evaluate", Map.of("expression", expression, "returnByValue", true, "awaitPromise", true));
        assertTrue(!answer.containsKey("exceptionDetails"), () -> expression + ": " + answer.get("exceptionDetails"));
        return map(answer.get("result")).get("value");
    }

    String text(String selector) throws IOException {
        return (String) eval("document.querySelector(" + json(selector) + ").textContent");
    }

    int count(String selector) throws IOException {
        return ((Number) eval("document.querySelectorAll(" + json(selector) + ").length")).intValue();
    }

    void await(String condition) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
        while (!Boolean.TRUE.equals(eval("Boolean(" + condition + ")"))) {
            assertTrue(System.nanoTime() < end, () -> "never true: " + condition);
            Thread.sleep(5);
        }
    }

    /** Clicks the middle of an element, as a mouse does. */
    void click(String selector) throws IOException {
        String box = "document.querySelector(" + json(selector) + ")";
        eval(box + ".scrollIntoView({block: 'nearest'})");
        double x = number(eval("(r => r.left + r.width / 2)(" + box + ".getClientRects()[0])"));
        double y = number(eval("(r => r.top + r.height / 2)(" + box + ".getClientRects()[0])"));
        for (String type : List.of("mouseMoved", "mousePressed", "mouseReleased")) {
            call("Input.dispatchMouseEvent", Map.of("type", type, "x", x, "y", y, "button", "left", "clickCount", 1));
        }
    }

    void press(String key) throws IOException {
        boolean letter = key.length() == 1;
        int code =
                switch (key) {
                    case "Enter" -> 13;
                    case "Escape" -> 27;
                    case "Tab" -> 9;
                    default -> letter ? Character.toUpperCase(key.charAt(0)) : 34 + NAVIGATION.indexOf(key);
                };
        String name = letter ? "Key" + (char) code : key;
        for (String type : List.of("keyDown", "keyUp")) {
            String text = type.equals("keyUp") ? "" : letter ? key : key.equals("Enter") ? "\r" : "";
            call(
                    "Input.dispatchKeyEvent",
                    Map.of("type", type, "key", key, "code", name, "text", text, "windowsVirtualKeyCode", code));
        }
    }

    /** Fails if the page reported an error, or requested anything but itself. */
    void assertQuiet(Path file) throws IOException {
        eval("new Promise(done => setTimeout(done, 20))");
        assertEquals(List.of(), errors);
        assertEquals(
                List.of(file.toUri().toString()), requests.stream().distinct().toList());
    }

    static double number(Object value) {
        return ((Number) value).doubleValue();
    }

    /** A test of pages in one browser. */
    abstract static class Fixture {
        @TempDir
        static Path folder;

        static Browser page;

        @BeforeAll
        static void start() throws IOException {
            page = Browser.start(folder);
        }

        @AfterAll
        static void end() {
            if (page != null) {
                page.close();
            }
        }
    }
}
