package io.whorl.lab.model;

/**
 * The effectiveness of one query (HZ 6). Scores are in percent of the score of the query document against itself.
 *
 * @param precision at s, the number of right answers: the share of right answers among the first s
 * @param recall at 20: the share of the right answers that are among the first 20
 * @param highestFalseMatch the highest score of a wrong answer; 0 if none is found
 * @param separation the lowest score of a right answer (0 for one not found) minus the highest false match
 */
public record Effectiveness(double precision, double recall, double highestFalseMatch, double separation) {}
