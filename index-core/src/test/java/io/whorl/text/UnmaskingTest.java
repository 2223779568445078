package io.whorl.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class UnmaskingTest {
    private static final WordReader UNMASKING = WordReader.of(Rules.with(b -> b.unmask(true)), false);
    private static final WordReader USUAL = WordReader.of(Rules.plain(), false);

    @Test
    void lookalikesAreReadAsLatin() {
        assertEquals(words("copy of the source"), read("соpу оf tһе sоurсе"), "Cyrillic");
        assertEquals(words("an option via route"), read("αn οptιοn νια rουte"), "Greek");
        assertEquals(words("scope"), read("ѕсоре"), "all of it");
        assertEquals(words("HOME home TOWN"), read("НОМЕ home ТОWN"), "capitals");
        assertEquals(words("good bold"), read("𝔊ood 𝐛𝐨𝐥𝐝"), "fonts");
        assertEquals(words("small"), read("ꜱᴍᴀʟʟ"), "small capitals");
        assertEquals(words("café naïve"), read("саfе\u0301 nаїvе"), "accents stay");
        assertEquals(words("covid19"), read("соvid19"));
    }

    @Test
    void wordsOfOtherAlphabetsStay() {
        for (String text :
                List.of("отпечатки документов", "δακτυλικά αποτυπώματα", "指纹 索引", "ördög łódź", "iPhoneшный")) {
            assertEquals(words(text), read(text));
        }
    }

    @Test
    void capitalsAndLowerCaseAreUnmaskedAlike() {
        assertEquals(read("тема нет рост"), read("ТЕМА НЕТ РОСТ"));
        assertEquals(read("ετοιμα"), read("ΕΤΟΙΜΑ"));
    }

    @Test
    void stopWordsAreMatchedAfterUnmasking() {
        WordReader reader = WordReader.of(Rules.with(b -> b.unmask(true).stop(List.of("the"))), false);
        assertEquals(words("copy"), Reading.texts(reader, "tһе сору"));
    }

    private static List<String> words(String text) {
        return Reading.texts(USUAL, text);
    }

    private static List<String> read(String text) {
        return Reading.texts(UNMASKING, text);
    }
}
