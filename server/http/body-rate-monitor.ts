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
function getRequiredRate(request: IncomingMessage, rate: MinimumReceiveRate): MinimumReceiveRate {
  return isTusUpload(request) ? { ...rate, minBytes: 1 } : rate
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
interface RateProgress {
  countedMs: number
  bytes: number
  rate: MinimumReceiveRate
}

/**
 * Minimum number of checks per span. The minimum caps the time counted per check, so that the sender is not blamed for a pause of
 * this process.
 */
const MIN_CHECKS_PER_SPAN = 10

/** Monitors request bodies without reading them, and reports those that are received too slowly. */
export class BodyRateMonitor {
  readonly #progress = new Map<ReceivingRequest, RateProgress>()
  #checkedAt = performance.now()

  constructor(
    private readonly rate: MinimumReceiveRate,
    private readonly onSlow: (receiving: ReceivingRequest) => void,
  ) {}

  add(receiving: ReceivingRequest): void {
    const { request } = receiving
    if (request.complete || !hasBody(request)) return
    const rate = getRequiredRate(request, this.rate)
    this.#progress.set(receiving, { countedMs: 0, bytes: request.socket.bytesRead, rate })
  }

  check(): void {
    const passedMs = performance.now() - this.#checkedAt
    this.#checkedAt += passedMs
    for (const [receiving, progress] of this.#progress) {
      const { complete, socket } = receiving.request
      const { spanMs, minBytes } = progress.rate
      progress.countedMs += Math.min(passedMs, spanMs / MIN_CHECKS_PER_SPAN)
      if (complete || socket.destroyed) this.#progress.delete(receiving)
      else if (isBackpressured(receiving.request) || socket.bytesRead - progress.bytes >= minBytes) {
        progress.countedMs = 0
        progress.bytes = socket.bytesRead
      } else if (progress.countedMs >= spanMs) {
        this.#progress.delete(receiving)
        this.onSlow(receiving)
      }
    }
  }
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Returns whether unread bytes fill the buffer, so that the server is the slow side. */
const isBackpressured = (request: IncomingMessage) => request.readableLength >= request.readableHighWaterMark
