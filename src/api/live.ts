import { createParser } from 'eventsource-parser'
import * as v from 'valibot'
import { addressOf, bearer, sendBearing, type TokenSource } from './bearing.ts'
import { ApiError } from './contract/errors.ts'
import { AssetEvent, EVENTS_PATH, GAP } from './contract/events.ts'
import { PRESENCE, PresenceNews } from './contract/presence.ts'

/** What a tab tells the others that it read, or that it was told to come again so many seconds later. */
export type LiveNews =
  | { type: 'event.received'; event: AssetEvent; eventId: string | undefined }
  | { type: 'gap.found' }
  | { type: 'presence.heard'; assetId: string }
  | { type: 'stream.refused'; retryAfter: number }

/** What reading needs. */
export interface LiveNeeds {
  /** Base address of the API; empty for the page's own origin. */
  apiBase: string
  tokens: TokenSource
  fetch?: typeof globalThis.fetch
  signal: AbortSignal
  /** The last event that was read, to go on after it. */
  after: string | undefined
  onOpen: () => void
  onNews: (news: LiveNews) => void
}

/** Longest event that is read, in characters: whatever sends more is not our server. */
const MOST_CHARACTERS = 65_536

/**
 * Reads live events until the server ends them (at the end of the token, say) or `signal` stops it. Rejects with `ApiError`
 * where they cannot be had; who reads again names the last event and misses none.
 */
export async function readLive(needs: LiveNeeds): Promise<void> {
  const answer = await open(needs)
  needs.onOpen()
  const parser = createParser({
    maxBufferSize: MOST_CHARACTERS,
    onEvent: ({ event: name, data, id }) => {
      if (name === GAP) return needs.onNews({ type: 'gap.found' })
      if (name === PRESENCE) {
        const presence = v.safeParse(v.pipe(v.string(), v.parseJson(), PresenceNews), data)
        if (presence.success) needs.onNews({ type: 'presence.heard', ...presence.output })
        return
      }
      const event = v.safeParse(v.pipe(v.string(), v.parseJson(), AssetEvent), data)
      // A key of a newer server is no fault of the stream.
      if (event.success) needs.onNews({ type: 'event.received', event: event.output, eventId: id })
    },
  })
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
  const stop = () => reader.cancel().catch(() => {})
  needs.signal.addEventListener('abort', stop)
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) parser.feed(part.value)
  } catch (cause) {
    if (!needs.signal.aborted) throw new ApiError('FETCH_ERROR', 'events', undefined, cause)
  } finally {
    needs.signal.removeEventListener('abort', stop)
  }
}

async function open({ apiBase, tokens, fetch = globalThis.fetch, signal, after }: LiveNeeds) {
  const ask = (token: string | undefined) =>
    fetch(addressOf(apiBase, EVENTS_PATH), {
      signal,
      headers: { accept: 'text/event-stream', ...bearer(token), ...(after ? { 'last-event-id': after } : {}) },
    }).catch((cause: unknown) => {
      throw new ApiError('FETCH_ERROR', 'events', undefined, cause)
    })
  const answer = await sendBearing(tokens, ask, ({ status }) => status === 401)
  if (answer.ok && answer.body) return answer
  await answer.body?.cancel()
  throw new ApiError('http', 'events', { status: answer.status, retryAfter: secondsOf(answer) })
}

/** The seconds of `Retry-After`; a date, which our server never names, counts as none. */
function secondsOf({ headers }: Response): number | undefined {
  const told = headers.get('retry-after') ?? ''
  return /^\d{1,6}$/.test(told) ? Number(told) : undefined
}

/** Name of the lock that makes one tab the reader, and of the channel on which it tells the others. */
const LIVE_LOCK = 'atelier:live'

/** Runs `read` in one tab of the browser at a time; meanwhile the others get what it `tell`s on `hear`. */
export async function readInOneTab(
  signal: AbortSignal,
  hear: (news: LiveNews) => void,
  read: (tell: (news: LiveNews) => void) => Promise<void>,
): Promise<void> {
  if (!globalThis.navigator?.locks || !globalThis.BroadcastChannel) return read(() => {})
  const channel = new BroadcastChannel(LIVE_LOCK)
  channel.onmessage = ({ data }: MessageEvent<LiveNews>) => hear(data)
  try {
    await navigator.locks.request(LIVE_LOCK, { signal }, () => read((news) => channel.postMessage(news)))
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    channel.close()
  }
}
