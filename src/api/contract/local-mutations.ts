/** Notifies of items that were created or deleted in this tab; returns the unsubscribe function. */
export type ListenToLocalMutations = (listener: () => void) => () => void
