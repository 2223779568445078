/** Merges segments, and replays logs into segments. */
package io.whorl.merge;
