/** Files and folders. */
package io.whorl.lab.files;
