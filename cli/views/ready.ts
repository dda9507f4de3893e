// Waits for what Ink lays out with. The bundle replaces this file: there the layout engine starts when it is asked for,
// because a script that is compiled from a cache cannot wait at its top (tsup.config.ts).

/** Resolves when a view can be drawn. */
export const ready = async (): Promise<void> => {}
