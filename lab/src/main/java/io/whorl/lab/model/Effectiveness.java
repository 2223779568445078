package io.whorl.lab.model;

/**
 * How well one question is answered (HZ 6). Scores are in percent of the question's document against itself.
 *
 * @param precision at s, the number of right answers: the share of the first s that are right
 * @param recall at 20: the share of the right answers among the first 20
 * @param highestFalseMatch the highest score of a wrong answer; 0 where none is found
 * @param separation the lowest score of a right answer, 0 for one not found, less the highest false match
 */
public record Effectiveness(double precision, double recall, double highestFalseMatch, double separation) {}
