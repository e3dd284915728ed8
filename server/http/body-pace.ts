import type { IncomingMessage, ServerResponse } from 'node:http'
import { laneOf, pathOf } from './admission.ts'

/** In each span of so many milliseconds a body brings at least so many bytes, or its end. */
export interface Pace {
  spanMs: number
  leastBytes: number
}

/** 240 bytes a second, over half a minute: less is no line that anybody has, but somebody who holds us. */
export const CALL_PACE: Pace = { spanMs: 30_000, leastBytes: 7_200 }

/** The pace of one request: an upload goes on where it was cut, so its sender may be as slow as they like, but not silent. */
function paceOf(request: IncomingMessage, pace: Pace): Pace {
  return isUpload(request) ? { ...pace, leastBytes: 1 } : pace
}

/** Whether a request brings the bytes of an upload by tus. */
export const isUpload = ({ method = '', url = '' }: Pick<IncomingMessage, 'method' | 'url'>): boolean =>
  laneOf(method, pathOf(url)) === 'uploads'

/** A request whose body is on its way, and its answer. */
export interface Receiving {
  request: IncomingMessage
  response: ServerResponse
}

/** Where a body stood when it was last seen to move as it should, and how long that was looked on, in milliseconds. */
interface Mark {
  lookedMs: number
  bytes: number
  pace: Pace
}

/** A body is looked at so often in its span, at least: what lies unread while this process stands still is not its sender's fault. */
const LEAST_LOOKS = 10

/** Watches the bodies that are on their way, without touching them, and tells of those that are too slow. */
export class BodyWatch {
  readonly #marks = new Map<Receiving, Mark>()
  #lookedAt = performance.now()

  constructor(
    private readonly pace: Pace,
    private readonly onSlow: (it: Receiving) => void,
  ) {}

  /** Begins to watch the body of a request, if it has one that is not here yet. */
  add(it: Receiving): void {
    const { request } = it
    if (request.complete || !hasBody(request)) return
    const pace = paceOf(request, this.pace)
    this.#marks.set(it, { lookedMs: 0, bytes: request.socket.bytesRead, pace })
  }

  /** Looks at every body once. */
  check(): void {
    const passedMs = performance.now() - this.#lookedAt
    this.#lookedAt += passedMs
    for (const [it, mark] of this.#marks) {
      const { complete, socket } = it.request
      const { spanMs, leastBytes } = mark.pace
      mark.lookedMs += Math.min(passedMs, spanMs / LEAST_LOOKS)
      if (complete || socket.destroyed) this.#marks.delete(it)
      else if (isWaitingForUs(it.request) || socket.bytesRead - mark.bytes >= leastBytes) {
        mark.lookedMs = 0
        mark.bytes = socket.bytesRead
      } else if (mark.lookedMs >= spanMs) {
        this.#marks.delete(it)
        this.onSlow(it)
      }
    }
  }
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Bytes lie here that nobody has read, so no more are let in: that is not the sender's pace. */
const isWaitingForUs = (request: IncomingMessage) => request.readableLength >= request.readableHighWaterMark
