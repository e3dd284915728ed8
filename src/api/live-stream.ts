import { createParser } from 'eventsource-parser'
import * as v from 'valibot'
import { createAuthorizationHeader, resolveApiUrl, sendWithToken, type TokenSource } from './authorization.ts'
import { ApiError } from './contract/errors.ts'
import { AssetEvent, EVENTS_PATH, GAP_EVENT } from './contract/events.ts'
import { PRESENCE_EVENT, PresenceEvent } from './contract/presence.ts'

/**
 * Message from the tab that reads the stream to the other tabs: an event, a gap, a presence change, or the delay in seconds after
 * a refusal.
 */
export type LiveStreamMessage =
  | { type: 'event.received'; event: AssetEvent; eventId: string | undefined }
  | { type: 'gap.found' }
  | { type: 'presence.received'; assetId: string }
  | { type: 'stream.refused'; retryAfter: number }

export interface LiveStreamOptions {
  apiBase: string
  tokens: TokenSource
  fetch?: typeof globalThis.fetch
  signal: AbortSignal
  /** Id of the last event read. The stream resumes after this event. */
  lastEventId: string | undefined
  onOpen: () => void
  onMessage: (message: LiveStreamMessage) => void
}

/** Maximum length of an event, in characters. Longer events are not from our server. */
const MAX_EVENT_LENGTH = 65_536

/**
 * Reads live events until the server ends the stream (when the token expires, for example) or `signal` aborts it. Rejects with
 * `ApiError` if the stream is not available. A caller that passes the id of the last event misses no events.
 */
export async function readLiveEvents(options: LiveStreamOptions): Promise<void> {
  const response = await openStream(options)
  options.onOpen()
  const parser = createParser({
    maxBufferSize: MAX_EVENT_LENGTH,
    onEvent: ({ event: name, data, id }) => {
      if (name === GAP_EVENT) return options.onMessage({ type: 'gap.found' })
      if (name === PRESENCE_EVENT) {
        const presence = v.safeParse(v.pipe(v.string(), v.parseJson(), PresenceEvent), data)
        if (presence.success) options.onMessage({ type: 'presence.received', ...presence.output })
        return
      }
      const event = v.safeParse(v.pipe(v.string(), v.parseJson(), AssetEvent), data)
      // Ignores events that this version cannot parse, because a newer server may have sent them.
      if (event.success) options.onMessage({ type: 'event.received', event: event.output, eventId: id })
    },
  })
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  const stop = () => reader.cancel().catch(() => {})
  options.signal.addEventListener('abort', stop)
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) parser.feed(chunk.value)
  } catch (cause) {
    if (!options.signal.aborted) throw new ApiError('FETCH_ERROR', 'events', undefined, cause)
  } finally {
    options.signal.removeEventListener('abort', stop)
  }
}

async function openStream({ apiBase, tokens, fetch = globalThis.fetch, signal, lastEventId }: LiveStreamOptions) {
  const send = (token: string | undefined) =>
    fetch(resolveApiUrl(apiBase, EVENTS_PATH), {
      signal,
      headers: {
        accept: 'text/event-stream',
        ...createAuthorizationHeader(token),
        ...(lastEventId ? { 'last-event-id': lastEventId } : {}),
      },
    }).catch((cause: unknown) => {
      throw new ApiError('FETCH_ERROR', 'events', undefined, cause)
    })
  const response = await sendWithToken(tokens, send, ({ status }) => status === 401)
  if (response.ok && response.body) return response
  await response.body?.cancel()
  throw new ApiError('http', 'events', { status: response.status, retryAfter: retryAfterSeconds(response) })
}

/** Parses the seconds of `Retry-After`; a date, which our server never sends, is ignored. */
function retryAfterSeconds({ headers }: Response): number | undefined {
  const retryAfter = headers.get('retry-after') ?? ''
  return /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) : undefined
}

/** Name of the lock that selects the tab that reads the stream, and of the channel from that tab to the other tabs. */
const LIVE_LOCK = 'atelier:live'

/**
 * Runs `read` in one tab of the browser at a time. In the other tabs, `onMessage` receives the messages that `read` publishes.
 */
export async function readInLeaderTab(
  signal: AbortSignal,
  onMessage: (message: LiveStreamMessage) => void,
  read: (publish: (message: LiveStreamMessage) => void) => Promise<void>,
): Promise<void> {
  if (!globalThis.navigator?.locks || !globalThis.BroadcastChannel) return read(() => {})
  const channel = new BroadcastChannel(LIVE_LOCK)
  channel.onmessage = ({ data }: MessageEvent<LiveStreamMessage>) => onMessage(data)
  try {
    await navigator.locks.request(LIVE_LOCK, { signal }, () => read((message) => channel.postMessage(message)))
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    channel.close()
  }
}
