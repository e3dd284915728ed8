import { useMemo, useState } from 'react'
import type { AssetActivity } from '../../api/contract/audit.ts'
import { EVENT_KEYS } from '../../api/contract/events.ts'
import { PanelAnswer } from '../asset/PanelAnswer.tsx'
import { useAtelier } from '../context.ts'
import { useNews } from '../dashboard/use-standing.ts'
import { Button } from '../kit/Button.tsx'
import { EmptyScene } from '../kit/EmptyScene.tsx'
import { LoadBar } from '../kit/LoadBar.tsx'
import { PageHead } from '../kit/PageHead.tsx'
import { autocompleteFilter, type FilterDefinition } from '../list/definition.ts'
import { FilterControl } from '../list/FilterControl.tsx'
import { SiblingLinks } from '../list/SiblingLinks.tsx'
import { FailedScene } from '../shell/FailedScene.tsx'
import { useAsking } from '../use-asking.ts'
import styles from './AssetFeed.module.css'
import { ACTIVITY_PAGES, byPerson, type PeopleCalls } from './activity-filters.tsx'
import { FeedDays } from './FeedDays.tsx'
import { type FeedSearch, feedSearch } from './feed-search.ts'

/** So many events are asked for at first, and so many more each time. */
export const FEED_STEP = 40

type Named = { id: string; name: string }

/** The calls of the feed. All reject with `ApiError`. */
export interface FeedCalls {
  /** The latest `most` events, the latest first. */
  read: (search: FeedSearch, most: number, signal: AbortSignal) => Promise<Feed>
  /** Without it the person cannot find people. */
  people: PeopleCalls | null
  findAssets: (query: Record<string, unknown>, signal: AbortSignal) => Promise<{ data: readonly Named[] }>
  getAsset: (payload: { id: string }, signal: AbortSignal) => Promise<Named>
}

/** As much of the feed as was asked for. */
export interface Feed {
  events: readonly AssetActivity[]
  hasMore: boolean
}

/** Props of {@link AssetFeed}. */
export interface AssetFeedProps {
  calls: FeedCalls
  search: FeedSearch
  onSearch: (search: FeedSearch) => void
}

/** What happens to assets as it happens, day by day, narrowed by what, who and which. */
export function AssetFeed({ calls, search, onSearch }: AssetFeedProps) {
  const { translate } = useAtelier()
  const asked = JSON.stringify(search)
  const [wanted, setWanted] = useState({ asked, most: FEED_STEP })
  // What is narrowed otherwise begins at its beginning.
  const most = wanted.asked === asked ? wanted.most : FEED_STEP
  const asking = useAsking({
    question: JSON.stringify([search, most]),
    ask: (_, signal) => calls.read(search, most, signal),
    keptAs: 'feed',
  })
  useNews('feed', true, asking.isBusy, asking.askAgain)
  const filters = useFeedFilters(calls)
  const isNarrowed = Object.values(search).some((value) => value !== undefined)
  // More of the same stands below what is there; an answer to something else does not.
  const shown = wanted.asked === asked ? (asking.answer ?? asking.latest) : asking.answer
  return (
    <div className={styles.page}>
      <PageHead title={translate('nav.activity')} scopes={<SiblingLinks pages={ACTIVITY_PAGES} />} />
      <search className={styles.bar}>
        {filters.map((filter) => (
          <FilterControl
            key={filter.field}
            filter={filter as FilterDefinition}
            value={search[filter.field]}
            onChange={(value) => onSearch(feedSearch({ ...search, [filter.field]: value }))}
          />
        ))}
      </search>
      <div className={styles.feed} aria-busy={asking.isBusy}>
        {asking.isBusy && <LoadBar label={translate('nav.loading')} />}
        <div className={styles.days}>
          {shown === undefined && asking.error !== null ? (
            <FailedScene
              title={translate('event.failed')}
              error={asking.error}
              isBusy={asking.isBusy}
              onRetry={asking.askAgain}
            />
          ) : (
            <PanelAnswer asking={{ ...asking, answer: shown }}>
              {({ events, hasMore }) => (
                <>
                  {events.length === 0 && (
                    <EmptyScene
                      kind={isNarrowed ? 'away' : 'empty'}
                      title={translate(isNarrowed ? 'event.noMatch' : 'event.none')}
                    />
                  )}
                  <FeedDays events={events} />
                  {hasMore && (
                    <Button
                      busy={asking.isBusy && translate('action.working')}
                      onClick={() => setWanted({ asked, most: most + FEED_STEP })}
                    >
                      {translate('event.more')}
                    </Button>
                  )}
                </>
              )}
            </PanelAnswer>
          )}
        </div>
      </div>
    </div>
  )
}

function useFeedFilters({ people, findAssets, getAsset }: FeedCalls): FilterDefinition<keyof FeedSearch>[] {
  const { translate } = useAtelier()
  return useMemo(
    () => [
      {
        field: 'key',
        type: 'multi-select',
        placeholder: 'event.key',
        options: Object.values(EVENT_KEYS).map((value) => ({ value, label: value })),
      },
      ...(people ? [byPerson(people, 'event.who', translate)] : []),
      autocompleteFilter<Named, 'assetId'>({
        field: 'assetId',
        placeholder: 'event.asset',
        endpoint: findAssets,
        findByIdEndpoint: getAsset,
      }),
    ],
    [people, findAssets, getAsset, translate],
  )
}
