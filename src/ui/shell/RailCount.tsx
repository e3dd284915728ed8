import type { ListPage } from '../../api/contract/list.ts'
import { BODY } from '../../machines/rules/outfit.ts'
import { type FrameCalls, useAtelier } from '../context.ts'
import { numberFormat } from '../formats.ts'
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
  const { calls, language } = useAtelier()
  const ask = ASKS[of]
  const changes = useChanging()
  const { latest } = useAsking({
    about: `count ${of}`,
    question: calls && ask ? String(changes) : null,
    rest: REST_MS,
    ask: (_, signal) => ask!(calls!, { signal }),
  })
  if (!latest) return null
  const { totalDocs, approximate } = latest.pagination
  return (
    <>
      {' '}
      <span className={styles.count}>
        {approximate && '≈ '}
        {numberFormat(language).format(totalDocs)}
      </span>
    </>
  )
}
