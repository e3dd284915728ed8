import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

export interface TimedResponse {
  /** HTTP status; 0 without a response. */
  status: number
  ms: number
  retryAfter: string | undefined
}

/** Creates a caller with its own connections. `from` is a loopback address, so that one machine can act as several clients. */
export function createLoadCaller(url: string, connections: number, from = '127.0.0.1') {
  const agent = new Agent({ keepAlive: true, maxSockets: connections, localAddress: from })
  const call = (path: string, headers: Record<string, string> = {}) =>
    new Promise<TimedResponse>((resolve) => {
      const startTime = performance.now()
      const finish = (status: number, retryAfter?: string) =>
        resolve({ status, ms: performance.now() - startTime, retryAfter })
      const clientRequest = request(`${url}${path}`, { agent, headers }, (response) => {
        response.resume()
        response.once('end', () => finish(response.statusCode ?? 0, response.headers['retry-after']))
        response.once('error', () => finish(0))
      })
      clientRequest.once('error', () => finish(0))
      clientRequest.end()
    })
  return { call, close: () => agent.destroy() }
}

/**
 * Makes `perSecond` calls a second for `ms` milliseconds, without waiting for responses, like independent clients. Returns all
 * outcomes in the order of the calls.
 */
export async function callAtRate(
  perSecond: number,
  ms: number,
  call: () => Promise<TimedResponse>,
): Promise<TimedResponse[]> {
  const calls: Promise<TimedResponse>[] = []
  const startTime = performance.now()
  for (let elapsed = 0; elapsed < ms; elapsed = performance.now() - startTime) {
    while (calls.length < (elapsed / 1000) * perSecond) calls.push(call())
    await wait(2)
  }
  return Promise.all(calls)
}

/** Returns a percentile of the response times, in milliseconds. `share` is the percentile as a fraction from 0 to 1. */
export function responsePercentileMs(responses: readonly TimedResponse[], share: number): number {
  const times = responses.map(({ ms }) => ms).sort((one, other) => one - other)
  return Math.round(times[Math.min(times.length - 1, Math.ceil(times.length * share) - 1)] ?? 0)
}

export function countByStatus(responses: readonly TimedResponse[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

/**
 * Returns the ratio of elapsed time to CPU time of a computation: 1 on an idle machine, more under other load. Tests of a
 * server's latency use the ratio to allow for other load.
 */
export function measureCpuContention(): number {
  const [startTime, before] = [performance.now(), process.cpuUsage()]
  let sum = 0
  for (let at = 0; at < 5e7; at += 1) sum += at % 7
  const { user, system } = process.cpuUsage(before)
  return sum > 0 ? Math.max(1, (performance.now() - startTime) / ((user + system) / 1000)) : 1
}
