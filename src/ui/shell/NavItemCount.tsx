import type { ListPage } from '../../api/contract/list.ts'
import { BODY_TYPE } from '../../machines/asset/outfit.ts'
import { type ShellCalls, useAtelier } from '../context.ts'
import { formatNumber } from '../format-number.ts'
import { useQuery } from '../use-query.ts'
import styles from './NavItemCount.module.css'
import { useTotalsRefreshCount } from './use-totals-refresh-count.ts'

/** Smallest page size, because only the total is needed. */
const ONE_ROW = { limit: 1 }

/** Requests the total number of items of a page. Rejects with `ApiError`. */
type CountRequest = (
  calls: ShellCalls,
  options: { signal: AbortSignal },
) => Promise<Pick<ListPage<unknown>, 'pagination'>>

const COUNT_REQUESTS: Readonly<Record<string, CountRequest>> = {
  '/assets': ({ assets }, options) => assets.list({ query: ONE_ROW }, options),
  '/bodies': ({ assets }, options) => assets.list({ query: { ...ONE_ROW, type: [BODY_TYPE] } }, options),
  '/tags': ({ tags }, options) => tags.list({ query: ONE_ROW }, options),
  '/applications': ({ applications }, options) => applications.list({ query: ONE_ROW }, options),
}

/** Debounce of the request in milliseconds, because users often create or delete several items in a row. */
const COUNT_DEBOUNCE_MS = 1_000

export interface NavItemCountProps {
  /** Path of the navigation item. */
  of: string
}

/** Total next to a navigation item. Renders nothing until loaded. After a failed request, the last total stays. */
export function NavItemCount({ of }: NavItemCountProps) {
  const { shellCalls, cache, language } = useAtelier()
  const name = `count ${of}`
  const requestCount = COUNT_REQUESTS[of]
  const changes = useTotalsRefreshCount()
  const { latestData } = useQuery({
    inspectorLabel: name,
    queryKey: shellCalls && requestCount ? String(changes) : null,
    debounceMs: COUNT_DEBOUNCE_MS,
    queryFn: async (_, signal) => {
      const { pagination } = await requestCount!(shellCalls!, { signal })
      // The cached total is shown when the rail expands again. A request that sign-out has aborted must not fill the cache.
      if (!signal.aborted) cache?.put(name, pagination)
      return pagination
    },
  })
  const pagination = latestData ?? (cache?.get(name) as typeof latestData)
  if (!pagination) return null
  const { totalDocs, approximate } = pagination
  return (
    <>
      {' '}
      <span className={styles.count}>
        {approximate && '≈ '}
        {formatNumber(totalDocs, language)}
      </span>
    </>
  )
}
