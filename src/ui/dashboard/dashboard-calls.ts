import type { AssetType } from '../../api/contract/assets.ts'
import type { Client } from '../../api/contract/client.ts'
import type { contract } from '../../api/contract/index.ts'
import { JOB_KINDS } from '../../api/contract/job-kinds.ts'

type Api = Client<typeof contract>

/** Query of the dashboard. Rejects with `ApiError`. */
type Call<A> = (signal: AbortSignal) => Promise<A>

/**
 * Kind of the job that fails if a model cannot be rendered, and all other kinds. The turntable job is in neither, because it
 * fails for the same reason as the icon job.
 */
export const ICON_JOB_KIND = 'icon'
export const NON_RENDER_JOB_KINDS = JOB_KINDS.filter((kind) => kind !== ICON_JOB_KIND && kind !== 'turntable')

/** Maximum numbers of items loaded: names of pending items, lines of jobs, and assets with pictures. */
const [NAMED_LIMIT, LINES_LIMIT, PICTURES_LIMIT] = [3, 5, 60]

/** Creates the queries of the dashboard. Each query can fail independently of the others. */
export const createDashboardCalls = ({ assets, audit, jobs }: Pick<Api, 'assets' | 'audit' | 'jobs'>) => ({
  counts: (signal: AbortSignal) => assets.countByType({ query: {} }, { signal }),
  recent: (signal: AbortSignal) => assets.list({ query: { limit: PICTURES_LIMIT, order: '-updatedAt' } }, { signal }),
  // Loads assets whose pictures the chart uses for types without a recent change.
  pieces: (signal: AbortSignal, types: readonly AssetType[] = []) =>
    assets.list({ query: { limit: PICTURES_LIMIT, order: '-updatedAt', type: [...types] } }, { signal }),
  changes: (signal: AbortSignal) => audit.assets({}, { signal }),
  // Oldest first, so that running jobs precede queued ones.
  queue: (signal: AbortSignal) =>
    jobs.list({ query: { limit: LINES_LIMIT, order: 'createdAt', status: ['running', 'queued'] } }, { signal }),
  failed: (signal: AbortSignal) =>
    jobs.list({ query: { limit: NAMED_LIMIT, status: ['failed'], kind: NON_RENDER_JOB_KINDS } }, { signal }),
  undrawn: (signal: AbortSignal) =>
    jobs.list({ query: { limit: NAMED_LIMIT, status: ['failed'], kind: [ICON_JOB_KIND] } }, { signal }),
  locked: (signal: AbortSignal) =>
    assets.list({ query: { limit: NAMED_LIMIT, order: '-updatedAt', locked: 'mine' } }, { signal }),
})
export type DashboardCalls = ReturnType<typeof createDashboardCalls>

/** Maximum age, in milliseconds, at which a prefetched response is used for the first request. */
const PREFETCH_MAX_AGE_MS = 5_000

/**
 * Wraps the queries. Sends the queries in `names` immediately, while the page's code loads. The first caller gets the prefetched
 * response or error.
 */
export function withPrefetch(calls: DashboardCalls, names: readonly (keyof DashboardCalls)[]): DashboardCalls {
  const startedAt = performance.now()
  const neverAborted = new AbortController().signal
  const prefetchCall = (name: keyof DashboardCalls): Call<unknown> => {
    const call = calls[name] as Call<unknown>
    let response: Promise<unknown> | undefined = call(neverAborted)
    // A failed prefetch is silent; the caller that receives the promise handles the error.
    response.catch(() => {})
    return (signal) => {
      const prefetched = performance.now() - startedAt < PREFETCH_MAX_AGE_MS ? response : undefined
      response = undefined
      return prefetched ?? call(signal)
    }
  }
  return { ...calls, ...Object.fromEntries(names.map((name) => [name, prefetchCall(name)])) }
}
