/** What changed over time: the versions of a document, and the differences between two indexes of one site. */
package io.whorl.history;
