package io.whorl.lab.grid;

import io.whorl.lab.model.LabException;
import java.util.ArrayList;
import java.util.List;

/** Reads the thresholds of the operational tests. */
final class Thresholds {
    /** Denser near 5 %, the boundary between unrelated documents and slight copies (COPS 5.5). */
    private static final List<Double> DEFAULT = List.of(
            0.5, 1.0, 2.0, 3.0, 4.0, 5.0, 7.5, 10.0, 15.0, 20.0, 25.0, 30.0, 35.0, 40.0, 45.0, 50.0, 55.0, 60.0, 65.0,
            70.0, 75.0, 80.0, 85.0, 90.0, 95.0);

    private Thresholds() {}

    static List<Double> of(String grid, List<String> values) {
        if (values.isEmpty()) {
            return DEFAULT;
        }
        List<Double> thresholds = new ArrayList<>();
        for (String value : values) {
            double threshold = number(grid, value);
            if (!(threshold > (thresholds.isEmpty() ? 0 : thresholds.get(thresholds.size() - 1)))
                    || Double.isInfinite(threshold)) {
                throw new LabException(
                        grid + ": thresholds are " + values + "; they must be above 0 percent and ascending");
            }
            thresholds.add(threshold);
        }
        return thresholds;
    }

    private static double number(String grid, String value) {
        try {
            return Double.parseDouble(value);
        } catch (NumberFormatException e) {
            throw new LabException(grid + ": threshold '" + value + "' is not a number", e);
        }
    }
}
