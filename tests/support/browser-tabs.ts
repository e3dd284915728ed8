import { vi } from 'vitest'

/**
 * Stubs the locks and broadcast channels that the tabs of one browser share. So several clients in one test behave like several
 * tabs. Messages arrive synchronously, as copies. Undone by `vi.unstubAllGlobals()`. `openChannels` returns the number of open
 * channels, for `expectNoLeaks`.
 */
export function stubBrowserTabs(): { openChannels: () => number } {
  let last: Promise<unknown> = Promise.resolve()
  const request = (_: string, { signal }: { signal: AbortSignal }, work: () => Promise<void>) => {
    const before = last
    const lockTurn = new Promise<void>((resolve, reject) => {
      const stopListening = () => reject(signal.reason)
      signal.addEventListener('abort', stopListening)
      before.then(() => {
        signal.removeEventListener('abort', stopListening)
        if (signal.aborted) reject(signal.reason)
        else work().then(resolve, reject)
      })
    })
    last = lockTurn.catch(() => {})
    return lockTurn
  }
  const channels = new Set<Channel>()
  class Channel {
    onmessage: ((message: { data: unknown }) => void) | undefined
    constructor(readonly name: string) {
      channels.add(this)
    }
    postMessage(data: unknown) {
      const copy = structuredClone(data)
      for (const other of [...channels])
        if (other !== this && other.name === this.name) other.onmessage?.({ data: copy })
    }
    close() {
      channels.delete(this)
    }
  }
  vi.stubGlobal('navigator', { locks: { request } })
  vi.stubGlobal('BroadcastChannel', Channel)
  return { openChannels: () => channels.size }
}
