/** {@code csched migrate}: old configurations become v1 by edits of their text, so comments and order stay. */
@NullMarked
package dev.customscheduler.cli.migrate;

import org.jspecify.annotations.NullMarked;
