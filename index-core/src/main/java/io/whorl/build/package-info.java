/** Makes segments: from fingerprints, from other segments, and from runs. */
package io.whorl.build;
