package io.whorl.cli.html;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import io.whorl.cli.CliRun;
import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

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

    /** A test of pages in one browser. */
    abstract static class Fixture {
        @TempDir
        static Path folder;

        static BrowserPage page;
        private static Browser browser;

        @BeforeAll
        static void start() throws Exception {
            browser = Browser.start(folder);
            page = browser.page();
        }

        @AfterAll
        static void end() throws Exception {
            if (browser != null) {
                browser.close();
            }
        }
    }

    /** A client of the DevTools protocol: commands, their answers, and the events that came. */
    static final class DevTools implements WebSocket.Listener, AutoCloseable {
        private static final long SECONDS = 60;

        /** An event of a page. */
        record Event(String method, Map<String, Object> parameters) {}

        private final Map<Integer, CompletableFuture<Map<String, Object>>> answers = new ConcurrentHashMap<>();
        private final ConcurrentLinkedQueue<Event> events = new ConcurrentLinkedQueue<>();
        private final AtomicInteger last = new AtomicInteger();
        private final StringBuilder part = new StringBuilder();
        private WebSocket socket;

        static DevTools connect(URI address) throws Exception {
            DevTools tools = new DevTools();
            tools.socket = HttpClient.newHttpClient()
                    .newWebSocketBuilder()
                    .buildAsync(address, tools)
                    .get(SECONDS, TimeUnit.SECONDS);
            return tools;
        }

        /** Sends a command and returns its result. An empty session is the browser itself. */
        Map<String, Object> call(String session, String method, Map<String, Object> parameters) throws Exception {
            int id = last.incrementAndGet();
            Map<String, Object> message = new LinkedHashMap<>(Map.of("id", id, "method", method, "params", parameters));
            if (!session.isEmpty()) {
                message.put("sessionId", session);
            }
            CompletableFuture<Map<String, Object>> answer = new CompletableFuture<>();
            answers.put(id, answer);
            socket.sendText(json(message), true).get(SECONDS, TimeUnit.SECONDS);
            Map<String, Object> result = answer.get(SECONDS, TimeUnit.SECONDS);
            if (result.containsKey("error")) {
                throw new IOException(method + ": " + result.get("error"));
            }
            return map(result.get("result"));
        }

        /** Returns the events since the last call. */
        List<Event> takeEvents() {
            List<Event> taken = new ArrayList<>();
            for (Event event = events.poll(); event != null; event = events.poll()) {
                taken.add(event);
            }
            return taken;
        }

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence text, boolean isLast) {
            part.append(text);
            if (isLast) {
                Map<String, Object> message = parse(part.toString());
                part.setLength(0);
                if (message.get("id") instanceof Number id) {
                    answers.remove(id.intValue()).complete(message);
                } else {
                    events.add(new Event((String) message.get("method"), map(message.get("params"))));
                }
            }
            from.request(1);
            return null;
        }

        @Override
        public void onError(WebSocket from, Throwable e) {
            answers.values().forEach(answer -> answer.completeExceptionally(e));
        }

        @Override
        public void close() {
            socket.abort();
        }

        @SuppressWarnings("unchecked")
        static Map<String, Object> map(Object value) {
            return value == null ? Map.of() : (Map<String, Object>) value;
        }

        private static String json(Map<String, Object> message) throws IOException {
            StringWriter text = new StringWriter();
            try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
                write(json, message);
            }
            return text.toString();
        }

        private static void write(JsonGenerator json, Object value) throws IOException {
            if (value instanceof Map<?, ?> fields) {
                json.writeStartObject();
                for (Map.Entry<?, ?> field : fields.entrySet()) {
                    json.writeFieldName((String) field.getKey());
                    write(json, field.getValue());
                }
                json.writeEndObject();
            } else if (value instanceof List<?> list) {
                json.writeStartArray();
                for (Object item : list) {
                    write(json, item);
                }
                json.writeEndArray();
            } else {
                json.writePOJO(value);
            }
        }

        private static Map<String, Object> parse(String text) {
            try (JsonParser json = new JsonFactory().createParser(text)) {
                json.nextToken();
                return map(CliRun.json(json));
            } catch (IOException e) {
                throw new IllegalStateException(text, e);
            }
        }
    }

    /** A page in a browser: what a reader does with it, and what can be seen. */
    static final class BrowserPage {
        private static final long SECONDS = 60;
        private static final Map<String, Integer> KEY_CODES = Map.ofEntries(
                Map.entry("Enter", 13),
                Map.entry("Escape", 27),
                Map.entry("Tab", 9),
                Map.entry("PageDown", 34),
                Map.entry("End", 35),
                Map.entry("Home", 36),
                Map.entry("ArrowLeft", 37),
                Map.entry("ArrowUp", 38),
                Map.entry("ArrowRight", 39),
                Map.entry("ArrowDown", 40),
                Map.entry("n", 78),
                Map.entry("p", 80));

        private final DevTools tools;
        private final String session;
        private final List<String> errors = new ArrayList<>();
        private final List<String> requests = new ArrayList<>();

        private BrowserPage(DevTools tools, String session) {
            this.tools = tools;
            this.session = session;
        }

        static BrowserPage open(DevTools tools) throws Exception {
            Object target = tools.call("", "Target.createTarget", Map.of("url", "about:blank"))
                    .get("targetId");
            Map<String, Object> attached =
                    tools.call("", "Target.attachToTarget", Map.of("targetId", target, "flatten", true));
            BrowserPage page = new BrowserPage(tools, (String) attached.get("sessionId"));
            for (String domain : List.of("Page", "Runtime", "Log", "Network")) {
                page.call(domain + ".enable", Map.of());
            }
            page.emulate("", Map.of("prefers-reduced-motion", "reduce"));
            page.size(1280, 800);
            return page;
        }

        private Map<String, Object> call(String method, Map<String, Object> parameters) throws Exception {
            return tools.call(session, method, parameters);
        }

        /** Opens a report, and waits until it is shown. */
        void show(Path file) throws Exception {
            collect();
            errors.clear();
            requests.clear();
            call("Page.navigate", Map.of("url", "about:blank"));
            call("Page.navigate", Map.of("url", file.toUri().toString()));
            await("document.documentElement?.dataset.ready === 'true'");
        }

        /** Opens another view of the same report. */
        void go(String hash) throws Exception {
            eval("location.hash = '" + hash + "'");
            await("document.documentElement.dataset.shown === '" + hash + "'");
        }

        void size(int width, int height) throws Exception {
            call(
                    "Emulation.setDeviceMetricsOverride",
                    Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
        }

        /** @param media such as print; empty for the screen */
        void emulate(String media, Map<String, String> features) throws Exception {
            List<Object> list = new ArrayList<>();
            features.forEach((name, value) -> list.add(Map.of("name", name, "value", value)));
            call("Emulation.setEmulatedMedia", Map.of("media", media, "features", list));
        }

        /** Returns the value of an expression: a string, a number or a boolean. */
        Object eval(String expression) throws Exception {
            Map<String, Object> answer = call(
                    "Runtime.evaluate", Map.of("expression", expression, "returnByValue", true, "awaitPromise", true));
            assertTrue(
                    !answer.containsKey("exceptionDetails"), () -> expression + ": " + answer.get("exceptionDetails"));
            return DevTools.map(answer.get("result")).get("value");
        }

        String text(String selector) throws Exception {
            return (String) eval("document.querySelector(" + quoted(selector) + ").textContent");
        }

        int count(String selector) throws Exception {
            return ((Number) eval("document.querySelectorAll(" + quoted(selector) + ").length")).intValue();
        }

        void await(String condition) throws Exception {
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
            while (!Boolean.TRUE.equals(eval("Boolean(" + condition + ")"))) {
                assertTrue(System.nanoTime() < end, () -> "never true: " + condition);
                Thread.sleep(5);
            }
        }

        /** Clicks the middle of an element, as a mouse does. */
        void click(String selector) throws Exception {
            String box = "document.querySelector(" + quoted(selector) + ")";
            eval(box + ".scrollIntoView({block: 'nearest'})");
            double x = number(eval("(r => r.left + r.width / 2)(" + box + ".getClientRects()[0])"));
            double y = number(eval("(r => r.top + r.height / 2)(" + box + ".getClientRects()[0])"));
            for (String type : List.of("mouseMoved", "mousePressed", "mouseReleased")) {
                call(
                        "Input.dispatchMouseEvent",
                        Map.of("type", type, "x", x, "y", y, "button", "left", "clickCount", 1));
            }
        }

        void press(String key) throws Exception {
            for (String type : List.of("keyDown", "keyUp")) {
                String text = key.length() == 1 ? key : key.equals("Enter") ? "\r" : "";
                call(
                        "Input.dispatchKeyEvent",
                        Map.of(
                                "type",
                                type,
                                "key",
                                key,
                                "code",
                                key.length() == 1 ? "Key" + key.toUpperCase(java.util.Locale.ROOT) : key,
                                "text",
                                type.equals("keyDown") ? text : "",
                                "windowsVirtualKeyCode",
                                KEY_CODES.get(key)));
            }
        }

        /** Fails if the page reported an error, or requested anything but itself. */
        void assertQuiet(Path file) throws Exception {
            eval("new Promise(done => setTimeout(done, 20))");
            collect();
            assertEquals(List.of(), errors);
            assertEquals(
                    List.of(file.toUri().toString()),
                    requests.stream().distinct().toList());
        }

        private void collect() {
            for (DevTools.Event event : tools.takeEvents()) {
                switch (event.method()) {
                    case "Runtime.exceptionThrown",
                            "Log.entryAdded",
                            "Runtime.consoleAPICalled",
                            "Page.javascriptDialogOpening" ->
                        errors.add(event.parameters().toString());
                    case "Network.requestWillBeSent" -> {
                        String url = (String)
                                DevTools.map(event.parameters().get("request")).get("url");
                        if (!url.equals("about:blank")) {
                            requests.add(url.replaceFirst("#.*", ""));
                        }
                    }
                    default -> {}
                }
            }
        }

        static double number(Object value) {
            return ((Number) value).doubleValue();
        }

        private static String quoted(String text) {
            return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
        }
    }
}
