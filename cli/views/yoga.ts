// Waits for Ink's layout engine. The bundle replaces this file with one that starts the engine on demand,
// because a script compiled from the code cache cannot use top-level await (tsup.config.ts).

/** Resolves when a view can be drawn. */
export const ready = async (): Promise<void> => {}
