package io.whorl.corpus.internal.text;

/** Evaluates conditions of {@code .if} and {@code .ie} like a formatter for terminals (nroff). */
final class TroffCondition {
    private static final String OPERATORS = "+-*/%<>=&:";

    /** @param rest the rest of the line, which is processed if the condition holds */
    record Outcome(boolean holds, String rest) {}

    private TroffCondition() {}

    static Outcome of(String line, TroffVariables names) {
        int at = 0;
        boolean not = false;
        while (at < line.length() && (line.charAt(at) == '!' || line.charAt(at) <= ' ')) {
            not ^= line.charAt(at) == '!';
            at++;
        }
        if (at == line.length()) {
            return new Outcome(false, "");
        }
        char c = line.charAt(at);
        Outcome outcome =
                switch (c) {
                    case 'n', 'o', 'c' -> new Outcome(true, line.substring(c == 'c' ? wordEnd(line, at + 1) : at + 1));
                    case 't', 'e', 'v' -> new Outcome(false, line.substring(at + 1));
                    case 'd', 'r', 'm', 'F', 'S' -> named(line, at, names);
                    case '\'', '"' -> equal(line, at, names);
                    default -> numeric(line, at, names);
                };
        return new Outcome(outcome.holds() ^ not, outcome.rest().stripLeading());
    }

    private static Outcome named(String line, int at, TroffVariables names) {
        int end = wordEnd(line, at + 1);
        boolean holds = line.charAt(at) == 'd'
                && names.isString(line.substring(at + 1, end).strip());
        return new Outcome(holds, line.substring(end));
    }

    private static Outcome equal(String line, int at, TroffVariables names) {
        int middle = line.indexOf(line.charAt(at), at + 1);
        int end = middle < 0 ? -1 : line.indexOf(line.charAt(at), middle + 1);
        if (end < 0) {
            return new Outcome(false, "");
        }
        String first = TroffEscapes.text(line.substring(at + 1, middle), names);
        return new Outcome(
                first.equals(TroffEscapes.text(line.substring(middle + 1, end), names)), line.substring(end + 1));
    }

    private static Outcome numeric(String line, int at, TroffVariables names) {
        int end = wordEnd(line, at);
        int open = line.indexOf("\\{", at);
        end = open >= 0 ? Math.min(end, open) : end;
        String expression = TroffEscapes.numbers(line.substring(at, end), names);
        return new Outcome(number(expression) > 0, line.substring(end));
    }

    private static int wordEnd(String line, int from) {
        int end = from;
        while (end < line.length() && line.charAt(end) == ' ') {
            end++;
        }
        while (end < line.length() && line.charAt(end) > ' ') {
            end++;
        }
        return end;
    }

    /** Evaluates from left to right without precedence, like troff; ignores units and brackets. */
    static int number(String expression) {
        int value = 0;
        char operator = '+';
        int i = 0;
        while (i < expression.length()) {
            char c = expression.charAt(i);
            if (c >= '0' && c <= '9') {
                int term = 0;
                for (; i < expression.length() && expression.charAt(i) >= '0' && expression.charAt(i) <= '9'; i++) {
                    term = term * 10 + expression.charAt(i) - '0';
                }
                value = apply(operator, value, term);
                continue;
            }
            operator = OPERATORS.indexOf(c) >= 0 ? c : operator;
            i++;
        }
        return value;
    }

    private static int apply(char operator, int a, int b) {
        return switch (operator) {
            case '-' -> a - b;
            case '*' -> a * b;
            case '/' -> b == 0 ? 0 : a / b;
            case '%' -> b == 0 ? 0 : a % b;
            case '<' -> a < b ? 1 : 0;
            case '>' -> a > b ? 1 : 0;
            case '=' -> a == b ? 1 : 0;
            case '&' -> a > 0 && b > 0 ? 1 : 0;
            case ':' -> a > 0 || b > 0 ? 1 : 0;
            default -> a + b;
        };
    }
}
