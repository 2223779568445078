/** Small helpers that every package may use. Not part of the public API. Depends on nothing. */
package io.whorl.internal;
