import type { AssetType } from '../../api/contract/assets.ts'
import type { Client } from '../../api/contract/client.ts'
import type { contract } from '../../api/contract/index.ts'
import { JOB_KINDS } from '../../api/contract/job-kinds.ts'

type Api = Client<typeof contract>

/** A question of the dashboard; rejects with `ApiError`. */
type Call<A> = (signal: AbortSignal) => Promise<A>

/** The job that fails where a model cannot be drawn, and all others; that it cannot be turned either is told nobody twice. */
export const DRAWS = 'icon'
export const OTHER_KINDS = JOB_KINDS.filter((kind) => kind !== DRAWS && kind !== 'turntable')

/** How many of each are shown: what waits is named, jobs have a line, assets a picture; of these more give the chart its pieces. */
const [NAMED, LINES, PICTURES] = [3, 5, 60]

/** What the dashboard asks, each by itself so that each can fail by itself. */
export const dashboardCalls = ({ assets, audit, jobs }: Pick<Api, 'assets' | 'audit' | 'jobs'>) => ({
  counts: (signal: AbortSignal) => assets.countByType({ query: {} }, { signal }),
  recent: (signal: AbortSignal) => assets.list({ query: { limit: PICTURES, order: '-updatedAt' } }, { signal }),
  // What stands on the plinths of types that nobody changed lately.
  pieces: (signal: AbortSignal, types: readonly AssetType[] = []) =>
    assets.list({ query: { limit: PICTURES, order: '-updatedAt', type: [...types] } }, { signal }),
  changes: (signal: AbortSignal) => audit.assets({}, { signal }),
  // The oldest first: those at work stand before those that wait.
  queue: (signal: AbortSignal) =>
    jobs.list({ query: { limit: LINES, order: 'createdAt', status: ['running', 'queued'] } }, { signal }),
  failed: (signal: AbortSignal) =>
    jobs.list({ query: { limit: NAMED, status: ['failed'], kind: OTHER_KINDS } }, { signal }),
  undrawn: (signal: AbortSignal) =>
    jobs.list({ query: { limit: NAMED, status: ['failed'], kind: [DRAWS] } }, { signal }),
  locked: (signal: AbortSignal) =>
    assets.list({ query: { limit: NAMED, order: '-updatedAt', locked: 'mine' } }, { signal }),
})
export type DashboardCalls = ReturnType<typeof dashboardCalls>

/** For how long, in milliseconds, what was asked ahead answers the first who asks. */
const FRESH_MS = 5_000

/**
 * The same calls, of which `names` are made at once, as the page is entered and its code is on its way: who asks first
 * is given that answer, or that failure.
 */
export function askedAhead(calls: DashboardCalls, names: readonly (keyof DashboardCalls)[]): DashboardCalls {
  const since = performance.now()
  const nobodyLeaves = new AbortController().signal
  const ahead = (name: keyof DashboardCalls): Call<unknown> => {
    const call = calls[name] as Call<unknown>
    let answer: Promise<unknown> | undefined = call(nobodyLeaves)
    // If nobody takes it, nobody missed it.
    answer.catch(() => {})
    return (signal) => {
      const first = performance.now() - since < FRESH_MS ? answer : undefined
      answer = undefined
      return first ?? call(signal)
    }
  }
  return { ...calls, ...Object.fromEntries(names.map((name) => [name, ahead(name)])) }
}
