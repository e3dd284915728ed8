import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

/** How one call went. */
export interface Answered {
  /** 0 where there was no answer. */
  status: number
  ms: number
  retryAfter: string | undefined
}

/** A caller with connections of its own. `from` is an address of this machine's loopback, to be somebody else. */
export function caller(url: string, connections: number, from = '127.0.0.1') {
  const agent = new Agent({ keepAlive: true, maxSockets: connections, localAddress: from })
  const call = (path: string, headers: Record<string, string> = {}) =>
    new Promise<Answered>((resolve) => {
      const began = performance.now()
      const end = (status: number, retryAfter?: string) =>
        resolve({ status, ms: performance.now() - began, retryAfter })
      const asked = request(`${url}${path}`, { agent, headers }, (answer) => {
        answer.resume()
        answer.once('end', () => end(answer.statusCode ?? 0, answer.headers['retry-after']))
        answer.once('error', () => end(0))
      })
      asked.once('error', () => end(0))
      asked.end()
    })
  return { call, close: () => agent.destroy() }
}

/**
 * Calls so often a second for so long, whether or not answers come: as people do who know nothing of each other. Answers
 * all outcomes, in the order in which they were asked for.
 */
export async function steadily(perSecond: number, ms: number, call: () => Promise<Answered>): Promise<Answered[]> {
  const calls: Promise<Answered>[] = []
  const began = performance.now()
  for (let passed = 0; passed < ms; passed = performance.now() - began) {
    while (calls.length < (passed / 1000) * perSecond) calls.push(call())
    await wait(2)
  }
  return Promise.all(calls)
}

/** The time below which that part of the calls was answered, in milliseconds. */
export function percentile(answers: readonly Answered[], part: number): number {
  const times = answers.map(({ ms }) => ms).sort((one, other) => one - other)
  return Math.round(times[Math.min(times.length - 1, Math.ceil(times.length * part) - 1)] ?? 0)
}

/** How many calls ended with each status. */
export function byStatus(answers: readonly Answered[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

/**
 * How many times longer than its own work anything takes here now, 1 on a machine that does nothing else: a test that holds the
 * clock against a server measures its neighbours too.
 */
export function crowding(): number {
  const [began, before] = [performance.now(), process.cpuUsage()]
  let sum = 0
  for (let at = 0; at < 5e7; at += 1) sum += at % 7
  const { user, system } = process.cpuUsage(before)
  return sum > 0 ? Math.max(1, (performance.now() - began) / ((user + system) / 1000)) : 1
}
