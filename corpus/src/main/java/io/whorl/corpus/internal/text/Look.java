package io.whorl.corpus.internal.text;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How a document shows a part of its text, as far as this decides whether a reader can see it. Colours are 0xRRGGBB.
 *
 * @param colour of the letters, or {@link #UNSET}
 * @param background of the letters, {@link #UNSET}, or {@link #UNKNOWN}, as for a picture
 * @param points the size of the letters in points, or {@link #UNSET}
 * @param hidden true if the document says so
 */
record Look(int colour, int background, double points, boolean hidden) {
    static final int UNSET = -2;
    static final int UNKNOWN = -1;
    static final int WHITE = 0xffffff;

    static final Look NOTHING = new Look(UNSET, UNSET, UNSET, false);
    static final Look PLAIN = new Look(0, WHITE, 12, false);

    /** The largest size that no reader can read. */
    private static final double TINY = 2;
    /** Differences of less than this in red, green and blue are not seen. */
    private static final int ALIKE = 12;

    private static final double FAR = 900;
    private static final double PIXELS_PER_POINT = 4 / 3.0;
    private static final Map<String, Integer> NAMES = Map.of("white", WHITE, "black", 0, "snow", 0xfffafa);
    private static final Pattern HEX = Pattern.compile("#?([0-9a-f]{6}|[0-9a-f]{3})");
    private static final Pattern RGB =
            Pattern.compile("rgba?\\(\\s*(\\d{1,3})\\s*,\\s*(\\d{1,3})\\s*,\\s*(\\d{1,3})(\\s*,\\s*[\\d.]+%?)?\\s*\\)");
    private static final Pattern LENGTH = Pattern.compile("(-?\\d*\\.?\\d+)\\s*(px|pt|em|rem|%|vw|cm|in)?");

    static Look coloured(int colour) {
        return new Look(colour, UNSET, UNSET, false);
    }

    static Look on(int background) {
        return new Look(UNSET, background, UNSET, false);
    }

    static Look sized(double points) {
        return new Look(UNSET, UNSET, points, false);
    }

    static Look hiding() {
        return new Look(UNSET, UNSET, UNSET, true);
    }

    /** Returns this look, with what it does not state taken from another one. */
    Look over(Look base) {
        return this == NOTHING
                ? base
                : base == NOTHING
                        ? this
                        : new Look(
                                colour == UNSET ? base.colour : colour,
                                background == UNSET ? base.background : background,
                                points == UNSET ? base.points : points,
                                hidden || base.hidden);
    }

    Look shown() {
        return new Look(colour, background, points, false);
    }

    Look onUnknown() {
        return new Look(colour, UNKNOWN, points, hidden);
    }

    boolean isHidden() {
        return hidden || points >= 0 && points <= TINY || alike(colour, background);
    }

    static boolean alike(int a, int b) {
        return a >= 0
                && b >= 0
                && Math.abs((a >> 16) - (b >> 16)) < ALIKE
                && Math.abs(((a >> 8) & 0xff) - ((b >> 8) & 0xff)) < ALIKE
                && Math.abs((a & 0xff) - (b & 0xff)) < ALIKE;
    }

    /** Returns the colour that a text names; {@link #UNKNOWN} for other names. */
    static int colour(String text) {
        String name = text.strip().toLowerCase(Locale.ROOT);
        Matcher hex = HEX.matcher(name);
        if (hex.matches()) {
            String digits = hex.group(1);
            return Integer.parseInt(digits.length() == 6 ? digits : digits.replaceAll(".", "$0$0"), 16);
        }
        Matcher rgb = RGB.matcher(name);
        return rgb.matches()
                ? (Integer.parseInt(rgb.group(1)) << 16)
                        | (Integer.parseInt(rgb.group(2)) << 8)
                        | Integer.parseInt(rgb.group(3))
                : NAMES.getOrDefault(name, UNKNOWN);
    }

    static Look ofCss(String declarations) {
        Look look = NOTHING;
        boolean placed = false;
        boolean away = false;
        for (String declaration : declarations.split(";")) {
            int colon = declaration.indexOf(':');
            String name = declaration.substring(0, Math.max(0, colon)).strip().toLowerCase(Locale.ROOT);
            String value = declaration
                    .substring(colon + 1)
                    .replace("!important", "")
                    .strip()
                    .toLowerCase(Locale.ROOT);
            double points = points(value, look.points);
            switch (name) {
                case "display" -> look = value.equals("none") ? hiding().over(look) : look;
                case "visibility" -> look = value.matches("hidden|collapse") ? hiding().over(look) : look;
                case "opacity" -> look = value.matches("0*\\.?0*%?") ? hiding().over(look) : look;
                case "color" -> look = (value.equals("transparent") ? hiding() : coloured(colour(value))).over(look);
                case "background", "background-color", "background-image" ->
                    look = on(colour(value)).over(look);
                case "font-size" -> look = sized(points).over(look);
                case "text-indent" -> look = points <= -FAR ? hiding().over(look) : look;
                case "position" -> placed = value.matches("absolute|fixed");
                case "left", "top", "right", "bottom", "margin-left" -> away |= Math.abs(points) >= FAR;
                default -> {
                    // Says nothing about what is seen.
                }
            }
        }
        return placed && away ? hiding().over(look) : look;
    }

    /** Returns the looks that the rules of a style sheet state for all media, by selector. */
    static Map<String, Look> ofSheet(String sheet) {
        Map<String, Look> looks = new LinkedHashMap<>();
        int at = 0;
        for (int open = sheet.indexOf('{'); open >= 0; open = sheet.indexOf('{', at)) {
            String selectors = sheet.substring(at, open);
            int comment = selectors.lastIndexOf("*/");
            selectors = selectors.substring(comment < 0 ? 0 : comment + 2).strip();
            at = selectors.startsWith("@") ? blockEnd(sheet, open) : sheet.indexOf('}', open) + 1;
            if (at == 0) {
                break;
            }
            Look look = selectors.startsWith("@") ? NOTHING : ofCss(sheet.substring(open + 1, at - 1));
            for (String selector : look == NOTHING ? new String[0] : selectors.split(",")) {
                looks.merge(selector.strip(), look, Look::over);
            }
        }
        return looks;
    }

    /** The place after a block with blocks in it; 0 if it has no end. */
    private static int blockEnd(String sheet, int open) {
        int depth = 0;
        for (int i = open; i < sheet.length(); i++) {
            depth += sheet.charAt(i) == '{' ? 1 : sheet.charAt(i) == '}' ? -1 : 0;
            if (depth == 0) {
                return i + 1;
            }
        }
        return 0;
    }

    /** Returns a length in points, or another value if it is none. */
    static double points(String length, double otherwise) {
        Matcher matcher = LENGTH.matcher(length);
        if (!matcher.matches()) {
            return otherwise;
        }
        double number = Double.parseDouble(matcher.group(1));
        String unit = matcher.group(2) == null ? "px" : matcher.group(2);
        return switch (unit) {
            case "pt" -> number;
            case "em", "rem" -> number * PLAIN.points;
            case "%", "vw" -> number * PLAIN.points / 100;
            case "cm" -> number * 28.3;
            case "in" -> number * 72;
            default -> number / PIXELS_PER_POINT;
        };
    }
}
