export interface Connectivity {
  /**
   * Subscribes to the outcome of each request: true if the server responded, even with an error. Returns the unsubscribe
   * function.
   */
  subscribe: (listener: (isAnswered: boolean) => void) => () => void
  /** Sends a test request to the server; rejects if there is no response. */
  probe: (signal: AbortSignal) => Promise<void>
}
