package io.whorl.cli.html;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A page in a browser: what a reader does with it, and what can be seen. */
final class BrowserPage {
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
        Map<String, Object> answer =
                call("Runtime.evaluate", Map.of("expression", expression, "returnByValue", true, "awaitPromise", true));
        assertTrue(!answer.containsKey("exceptionDetails"), () -> expression + ": " + answer.get("exceptionDetails"));
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
            call("Input.dispatchMouseEvent", Map.of("type", type, "x", x, "y", y, "button", "left", "clickCount", 1));
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
                List.of(file.toUri().toString()), requests.stream().distinct().toList());
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
