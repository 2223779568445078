/**
 * What searches over all documents share: sorting, arrays and segments in bounded memory, and the rule of frames. The
 * module does not export this package to applications.
 */
package io.whorl.pairs;
