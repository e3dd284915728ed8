import type { IncomingMessage, ServerResponse } from 'node:http'
import { findQueueName, stripQuery } from './admission.ts'

/** Minimum number of bytes that a body must deliver in each span of `spanMs`, unless it ends. */
export interface MinimumReceiveRate {
  spanMs: number
  minBytes: number
}

/** 240 bytes per second over 30 seconds. No real connection is slower, so a slower sender only ties up the server. */
export const DEFAULT_RECEIVE_RATE: MinimumReceiveRate = { spanMs: 30_000, minBytes: 7_200 }

/** Returns the pace of a request. Uploads can be resumed, so they may be slow, but not silent. */
function paceOf(request: IncomingMessage, pace: MinimumReceiveRate): MinimumReceiveRate {
  return isTusUpload(request) ? { ...pace, minBytes: 1 } : pace
}

/** Returns whether a request sends bytes of a tus upload. */
export const isTusUpload = ({ method = '', url = '' }: Pick<IncomingMessage, 'method' | 'url'>): boolean =>
  findQueueName(method, stripQuery(url)) === 'uploads'

/** Request whose body is arriving, and its response. */
export interface ReceivingRequest {
  request: IncomingMessage
  response: ServerResponse
}

/** State of a body at its last sufficient progress, and the time observed since then, in milliseconds. */
interface PaceMark {
  lookedMs: number
  bytes: number
  pace: MinimumReceiveRate
}

/**
 * Minimum number of checks per span. Caps the time counted per check, so that a pause of this process is not blamed on the
 * sender.
 */
const MIN_CHECKS_PER_SPAN = 10

/** Monitors arriving bodies without reading them, and reports those that are too slow. */
export class BodyRateMonitor {
  readonly #marks = new Map<ReceivingRequest, PaceMark>()
  #checkedAt = performance.now()

  constructor(
    private readonly pace: MinimumReceiveRate,
    private readonly onSlow: (receiving: ReceivingRequest) => void,
  ) {}

  /** Starts monitoring a request's body, if it has one that is incomplete. */
  add(receiving: ReceivingRequest): void {
    const { request } = receiving
    if (request.complete || !hasBody(request)) return
    const pace = paceOf(request, this.pace)
    this.#marks.set(receiving, { lookedMs: 0, bytes: request.socket.bytesRead, pace })
  }

  /** Checks every body once. */
  check(): void {
    const passedMs = performance.now() - this.#checkedAt
    this.#checkedAt += passedMs
    for (const [receiving, mark] of this.#marks) {
      const { complete, socket } = receiving.request
      const { spanMs, minBytes } = mark.pace
      mark.lookedMs += Math.min(passedMs, spanMs / MIN_CHECKS_PER_SPAN)
      if (complete || socket.destroyed) this.#marks.delete(receiving)
      else if (isBackpressured(receiving.request) || socket.bytesRead - mark.bytes >= minBytes) {
        mark.lookedMs = 0
        mark.bytes = socket.bytesRead
      } else if (mark.lookedMs >= spanMs) {
        this.#marks.delete(receiving)
        this.onSlow(receiving)
      }
    }
  }
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Returns whether unread bytes fill the buffer, so that no more are received: the server is slow, not the sender. */
const isBackpressured = (request: IncomingMessage) => request.readableLength >= request.readableHighWaterMark
