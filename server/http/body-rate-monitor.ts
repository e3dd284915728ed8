import type { IncomingMessage, ServerResponse } from 'node:http'
import { findQueueName, stripQuery } from './admission.ts'

/** Minimum receive rate: `minBytes` in each `spanMs` milliseconds, until the body ends. */
export interface MinimumReceiveRate {
  spanMs: number
  minBytes: number
}

/** Default rate: 240 bytes per second over 30 seconds. No real connection is slower. */
export const DEFAULT_RECEIVE_RATE: MinimumReceiveRate = { spanMs: 30_000, minBytes: 7_200 }

/** Returns the required rate of a request. A tus upload can be resumed, so one byte per span is enough. */
function paceOf(request: IncomingMessage, pace: MinimumReceiveRate): MinimumReceiveRate {
  return isTusUpload(request) ? { ...pace, minBytes: 1 } : pace
}

export const isTusUpload = ({ method = '', url = '' }: Pick<IncomingMessage, 'method' | 'url'>): boolean =>
  findQueueName(method, stripQuery(url)) === 'uploads'

export interface ReceivingRequest {
  request: IncomingMessage
  response: ServerResponse
}

/**
 * Progress of a monitored body. `countedMs` is the time counted since the last reset, in milliseconds, and `bytes` is the
 * socket's byte count at that reset. Enough received bytes, or unread bytes that fill our buffer, cause a reset.
 */
interface PaceMark {
  lookedMs: number
  bytes: number
  pace: MinimumReceiveRate
}

/**
 * Minimum number of checks per span. The minimum caps the time counted per check, so that the sender is not blamed for a pause of
 * this process.
 */
const MIN_CHECKS_PER_SPAN = 10

/** Monitors request bodies without reading them, and reports those that are received too slowly. */
export class BodyRateMonitor {
  readonly #marks = new Map<ReceivingRequest, PaceMark>()
  #checkedAt = performance.now()

  constructor(
    private readonly pace: MinimumReceiveRate,
    private readonly onSlow: (receiving: ReceivingRequest) => void,
  ) {}

  add(receiving: ReceivingRequest): void {
    const { request } = receiving
    if (request.complete || !hasBody(request)) return
    const pace = paceOf(request, this.pace)
    this.#marks.set(receiving, { lookedMs: 0, bytes: request.socket.bytesRead, pace })
  }

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

/** Returns whether unread bytes fill the buffer, so that the server is the slow side. */
const isBackpressured = (request: IncomingMessage) => request.readableLength >= request.readableHighWaterMark
