/** Tells whether the service can be reached. */
export interface Reach {
  /** Hears of each try whether it was answered at all, be it with a refusal; gives back how to stop. */
  hear: (listener: (isAnswered: boolean) => void) => () => void
  /** Asks the service for a sign of life; rejects where there is none. */
  probe: (signal: AbortSignal) => Promise<void>
}
