package io.whorl.lab.grid;

import io.whorl.lab.model.LabException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The sections and settings of a grid, before they are interpreted. */
record GridText(List<Section> sections, List<String> thresholds) {
    private static final String THRESHOLDS = "thresholds";
    /** The section name in a grid without sections. */
    private static final String WHOLE = "grid";
    /** The section name that adds configurations to the previous section. */
    private static final String MORE = "+";
    /** Settings whose values need no name of the setting. */
    private static final Set<String> PLAIN = Set.of("selection", "measure", RivalSettings.SYSTEM);

    /**
     * A section.
     *
     * @param line the line number of its header
     * @param settings the values by setting, including those from before the sections
     * @param own the settings in the section itself
     */
    record Section(String name, int line, Map<String, List<String>> settings, Set<String> own) {
        /** Returns every combination of values. */
        List<Choice> choices() {
            List<Map<String, String>> crossed = List.of(Map.of());
            for (Map.Entry<String, List<String>> setting : settings.entrySet()) {
                List<Map<String, String>> longer = new ArrayList<>();
                for (Map<String, String> before : crossed) {
                    for (String value : setting.getValue()) {
                        Map<String, String> with = new LinkedHashMap<>(before);
                        with.put(setting.getKey(), value);
                        longer.add(with);
                    }
                }
                crossed = longer;
            }
            return crossed.stream().map(each -> new Choice(name(each), each)).toList();
        }

        private String name(Map<String, String> choice) {
            boolean varies = settings.values().stream().anyMatch(values -> values.size() > 1);
            return choice.entrySet().stream()
                    .filter(e -> e.getKey().equals(RivalSettings.SYSTEM)
                            || (varies
                                    ? settings.get(e.getKey()).size() > 1
                                    : own.isEmpty() || own.contains(e.getKey())))
                    .map(e -> PLAIN.contains(e.getKey()) ? e.getValue() : e.getKey() + " " + e.getValue())
                    .collect(Collectors.joining(", "));
        }
    }

    /** One combination: a value for each setting. */
    record Choice(String name, Map<String, String> settings) {}

    static GridText parse(String name, String text) {
        Map<String, List<String>> head = new LinkedHashMap<>();
        List<Section> sections = new ArrayList<>();
        Set<String> names = new HashSet<>();
        Map<String, List<String>> current = head;
        Set<String> own = new HashSet<>();
        int number = 0;
        for (String raw : text.split("\r?\n", -1)) {
            number++;
            String place = name + ":" + number;
            String line = raw.replaceFirst("(^|\\s)#.*", "").strip();
            if (line.startsWith("[") && line.endsWith("]")) {
                String section = line.substring(1, line.length() - 1).strip();
                if (section.equals(MORE) && !sections.isEmpty()) {
                    section = sections.get(sections.size() - 1).name();
                } else if (section.isEmpty() || section.equals(MORE) || !names.add(section)) {
                    throw new LabException(place + ": section [" + section + "] has no name, or the name of an"
                            + " earlier section; give it another");
                }
                current = new LinkedHashMap<>(head);
                current.remove(THRESHOLDS);
                own = new HashSet<>();
                sections.add(new Section(section, number, current, own));
            } else if (!line.isEmpty()) {
                setting(place, line, current, own, sections.isEmpty());
            }
        }
        List<String> thresholds = head.getOrDefault(THRESHOLDS, List.of());
        head.remove(THRESHOLDS);
        if (sections.isEmpty()) {
            sections.add(new Section(WHOLE, 1, head, own));
        }
        if (sections.stream().anyMatch(section -> section.settings().isEmpty())) {
            throw new LabException(
                    name + " has no settings, or a section without settings; write at least a line such as"
                            + " 'selection = full anchor'");
        }
        return new GridText(sections, thresholds);
    }

    private static void setting(
            String place, String line, Map<String, List<String>> into, Set<String> own, boolean head) {
        int equals = line.indexOf('=');
        String setting = equals < 0 ? "" : line.substring(0, equals).strip();
        if (!setting.matches("[a-z][a-z-]*")) {
            throw new LabException(place + ": '" + line + "' is neither [SECTION] nor SETTING = VALUE...");
        }
        if (!setting.equals(THRESHOLDS)) {
            Settings.checkName(place, setting);
        } else if (!head) {
            throw new LabException(place + ": thresholds apply to the whole grid; move them before the first section");
        }
        String values = line.substring(equals + 1).strip();
        List<String> list = values.isEmpty() ? List.of() : List.of(values.split("\\s+"));
        if (list.isEmpty()) {
            throw new LabException(place + ": " + setting + " has no value");
        }
        if (new HashSet<>(list).size() < list.size()) {
            throw new LabException(place + ": " + setting + " has the same value twice: " + values);
        }
        if (!own.add(setting)) {
            throw new LabException(place + ": " + setting + " occurs twice; write all its values in one line");
        }
        into.put(setting, list);
    }
}
