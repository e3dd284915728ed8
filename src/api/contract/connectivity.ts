export interface Connectivity {
  /** Subscribes to the outcome of each attempt: true if any response came, even a refusal. Returns the unsubscribe function. */
  subscribe: (listener: (isAnswered: boolean) => void) => () => void
  /** Sends a probe to the service; rejects if there is no response. */
  probe: (signal: AbortSignal) => Promise<void>
}
