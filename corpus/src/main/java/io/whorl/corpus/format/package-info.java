/**
 * What a format is: archives and dumps in pieces, documents reduced to text. Implemented here and by users' own
 * readers.
 */
package io.whorl.corpus.format;
