package io.whorl.cli.output;

import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Aligned columns. The first lines are held to learn the widths. Later lines are written at once, so memory is bounded.
 * If lines are long, for example because ids are paths, the texts follow the numbers, so that the numbers stay aligned.
 */
final class TableRecords implements Records {
    private static final int HELD = 1_000;
    private static final int LONG = 80;
    private static final String GAP = "  ";

    private final Writer out;
    private final List<Column> columns;
    private final int[] widths;
    private final int[] order;
    private final List<String[]> held = new ArrayList<>();
    private boolean streaming;

    TableRecords(Writer out, List<Column> columns) {
        this.out = out;
        this.columns = columns;
        this.widths = new int[columns.size()];
        this.order = IntStream.range(0, columns.size()).toArray();
    }

    @Override
    public void add(Value... values) throws IOException {
        String[] cells = new String[values.length];
        for (int i = 0; i < cells.length; i++) {
            cells[i] = values[i].forTable();
        }
        if (streaming) {
            line(cells);
        } else {
            held.add(cells);
            if (held.size() == HELD) {
                release();
            }
        }
    }

    @Override
    public void flush() throws IOException {
        out.flush();
    }

    @Override
    public void close() throws IOException {
        if (!streaming && !held.isEmpty()) {
            release();
        }
        out.flush();
    }

    private void release() throws IOException {
        held.add(0, columns.stream().map(Column::title).toArray(String[]::new));
        for (String[] cells : held) {
            for (int i = 0; i < cells.length; i++) {
                widths[i] = Math.max(widths[i], width(cells[i]));
            }
        }
        if (IntStream.of(widths).sum() + GAP.length() * (widths.length - 1) > LONG) {
            putTextsLast();
        }
        for (String[] cells : held) {
            line(cells);
        }
        held.clear();
        streaming = true;
    }

    private void putTextsLast() {
        int at = 0;
        for (boolean number : new boolean[] {true, false}) {
            for (int i = 0; i < order.length; i++) {
                if (columns.get(i).right() == number) {
                    order[at++] = i;
                }
            }
        }
    }

    private void line(String[] cells) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int i : order) {
            String padding = " ".repeat(Math.max(0, widths[i] - width(cells[i])));
            line.append(columns.get(i).right() ? padding + cells[i] : cells[i] + padding)
                    .append(GAP);
        }
        out.write(line.toString().stripTrailing());
        out.write('\n');
    }

    private static int width(String cell) {
        return cell.codePointCount(0, cell.length());
    }
}
