/** Small helpers that every package may use. Not part of the public API. Depends on no other package. */
package io.whorl.internal;
