/** The typed errors that every other package throws; nothing else lives here, and it depends on nothing. */
package io.whorl;
