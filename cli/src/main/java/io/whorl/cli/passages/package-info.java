/** Aligns pairs of documents on several threads, and writes their passages. */
package io.whorl.cli.passages;
