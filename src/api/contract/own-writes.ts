/** Hears that something was made or deleted in this tab; gives back how to stop. */
export type OwnWrites = (listener: () => void) => () => void
