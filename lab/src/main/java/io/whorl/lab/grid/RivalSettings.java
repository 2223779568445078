package io.whorl.lab.grid;

import io.whorl.lab.model.LabException;
import io.whorl.lab.model.Rival;
import io.whorl.lab.model.RivalScheme;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** The settings of a rival: its own parameters, and those of Whorl that apply to it. */
final class RivalSettings {
    static final String SYSTEM = "system";
    private static final String WHORL = "whorl";
    private static final String STOP = "stop";
    private static final String MEASURE = "measure";
    private static final String ALTER = "alter";

    private final Path folder;

    RivalSettings(Path folder) {
        this.folder = folder;
    }

    /** Returns {@code system} and the parameters that only rivals have. */
    static List<String> names() {
        TreeSet<String> names = new TreeSet<>();
        Arrays.stream(Rival.values())
                .forEach(rival -> names.addAll(rival.parameters().keySet()));
        SchemeSettings.NAMES.forEach(names::remove);
        List<String> all = new ArrayList<>(List.of(SYSTEM));
        all.addAll(names);
        return all;
    }

    /** Returns whether the settings describe a rival. If not, checks that they contain no setting of a rival. */
    static boolean areOfRival(Map<String, String> settings) {
        if (!settings.getOrDefault(SYSTEM, WHORL).equals(WHORL)) {
            return true;
        }
        for (String name : names()) {
            if (!name.equals(SYSTEM) && settings.containsKey(name)) {
                throw new LabException(
                        name + " is a setting of rivals; name a rival with " + SYSTEM + ", or remove it");
            }
        }
        return false;
    }

    RivalScheme scheme(Map<String, String> settings) throws IOException {
        Rival rival = Rival.named(settings.get(SYSTEM));
        Map<String, Integer> own = new TreeMap<>();
        for (Map.Entry<String, String> setting : settings.entrySet()) {
            String name = setting.getKey();
            if (rival.parameters().containsKey(name)) {
                own.put(name, number(name, setting.getValue()));
            } else if (!List.of(SYSTEM, STOP, MEASURE, ALTER).contains(name)) {
                throw new LabException(name + " is not a setting of " + rival.label() + ", which takes " + STOP + ", "
                        + MEASURE
                        + ", " + ALTER + ", "
                        + String.join(", ", new TreeSet<>(rival.parameters().keySet()))
                        + "; remove it, or move it to the sections of Whorl");
            }
        }
        return RivalScheme.of(rival, own, stop(settings.getOrDefault(STOP, "none")));
    }

    /** Returns the measure: the setting, or the default of the rival. */
    static String measure(RivalScheme rival, Map<String, String> settings) {
        List<String> known = rival.system().measures();
        String measure = settings.getOrDefault(MEASURE, known.get(0));
        if (!known.contains(measure)) {
            throw new LabException("measure is '" + measure + "'; for "
                    + rival.system().label() + " it must be one of " + String.join(", ", known));
        }
        return measure;
    }

    private Collection<String> stop(String stop) throws IOException {
        return stop.equals("none")
                ? List.of()
                : StopWordsText.words(stop, folder, Scheme.builder().build().text());
    }

    private static int number(String name, String value) {
        try {
            return Integer.parseInt(value);
        } catch (NumberFormatException e) {
            throw new LabException(name + " is '" + value + "'; it must be a whole number", e);
        }
    }
}
