import type { ListPage } from '../../api/contract/list.ts'
import { BODY } from '../../machines/rules/outfit.ts'
import { type FrameCalls, useAtelier } from '../context.ts'
import { formatNumber } from '../format-number.ts'
import { useAsking } from '../use-asking.ts'
import styles from './RailCount.module.css'
import { useChanging } from './use-changing.ts'

/** One row is enough to be told of how many. */
const ONE = { limit: 1 }

/** Asks for what a place has. Rejects with `ApiError`. */
type Ask = (calls: FrameCalls, options: { signal: AbortSignal }) => Promise<Pick<ListPage<unknown>, 'pagination'>>

const ASKS: Readonly<Record<string, Ask>> = {
  '/assets': ({ assets }, options) => assets.list({ query: ONE }, options),
  '/bodies': ({ assets }, options) => assets.list({ query: { ...ONE, type: [BODY] } }, options),
  '/tags': ({ tags }, options) => tags.list({ query: ONE }, options),
  '/applications': ({ applications }, options) => applications.list({ query: ONE }, options),
}

/** Milliseconds before it is asked: several things may be made or deleted one after the other. */
const REST_MS = 1_000

/** Props of {@link RailCount}. */
export interface RailCountProps {
  /** The address of the place. */
  of: string
}

/** How many there are at a place of the rail, quietly: nothing before it is known, and the last number where it cannot be asked. */
export function RailCount({ of }: RailCountProps) {
  const { calls, kept, language } = useAtelier()
  const name = `count ${of}`
  const ask = ASKS[of]
  const changes = useChanging()
  const { latest } = useAsking({
    about: name,
    question: calls && ask ? String(changes) : null,
    rest: REST_MS,
    ask: async (_, signal) => {
      const { pagination } = await ask!(calls!, { signal })
      // A rail that was folded has it at once; who signs in next must not find it.
      if (!signal.aborted) kept?.put(name, pagination)
      return pagination
    },
  })
  const pagination = latest ?? (kept?.get(name) as typeof latest)
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
