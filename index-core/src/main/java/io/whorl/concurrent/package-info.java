/** Executors and threads that the other packages share. */
package io.whorl.concurrent;
