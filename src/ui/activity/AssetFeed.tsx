import { useMemo, useState } from 'react'
import type { AssetActivity } from '../../api/contract/audit.ts'
import { EVENT_KEYS } from '../../api/contract/events.ts'
import { PanelQueryContent } from '../asset/PanelQueryContent.tsx'
import { useRefetchOnChanges } from '../dashboard/use-dashboard-query.ts'
import { Button } from '../kit/Button.tsx'
import { EmptyState } from '../kit/feedback/EmptyState.tsx'
import { LoadingBar } from '../kit/feedback/LoadingBar.tsx'
import { PageHead } from '../kit/layout/PageHead.tsx'
import { createAutocompleteFilter, type FilterDefinition } from '../list/definition.ts'
import { FilterControl } from '../list/filters/FilterControl.tsx'
import { SiblingLinks } from '../list/SiblingLinks.tsx'
import { activityMessages } from '../messages/activity.ts'
import { ErrorState } from '../shell/ErrorState.tsx'
import { useQuery } from '../use-query.ts'
import { useTranslate } from '../use-translate.ts'
import styles from './AssetFeed.module.css'
import { ACTIVITY_SIBLING_LINKS, createUserFilter, type UserSearchCalls } from './activity-filters.tsx'
import { FeedDays } from './FeedDays.tsx'
import { type FeedSearch, parseFeedSearch } from './feed-search.ts'

export const FEED_PAGE_ROWS = 40

type NamedAssetRow = { id: string; name: string }

/** API calls of the feed. All reject with `ApiError`. */
export interface FeedCalls {
  /** Loads the latest `limit` events, newest first. */
  read: (search: FeedSearch, limit: number, signal: AbortSignal) => Promise<FeedPage>
  /** Calls to search users. If `null`, the user filter is hidden. */
  people: UserSearchCalls | null
  findAssets: (query: Record<string, unknown>, signal: AbortSignal) => Promise<{ data: readonly NamedAssetRow[] }>
  getAsset: (payload: { id: string }, signal: AbortSignal) => Promise<NamedAssetRow>
}

export interface FeedPage {
  events: readonly AssetActivity[]
  hasMore: boolean
}

export interface AssetFeedProps {
  calls: FeedCalls
  search: FeedSearch
  onSearch: (search: FeedSearch) => void
}

export function AssetFeed({ calls, search, onSearch }: AssetFeedProps) {
  const translate = useTranslate(activityMessages)
  const searchKey = JSON.stringify(search)
  const [requested, setRequested] = useState({ searchKey, limit: FEED_PAGE_ROWS })
  // After a filter change, the feed starts again with one page of events.
  const limit = requested.searchKey === searchKey ? requested.limit : FEED_PAGE_ROWS
  const query = useQuery({
    queryKey: JSON.stringify([search, limit]),
    queryFn: (_, signal) => calls.read(search, limit, signal),
    cacheName: 'feed',
  })
  useRefetchOnChanges('feed', true, query.isBusy, query.refetch)
  const filters = useFeedFilters(calls)
  const isNarrowed = Object.values(search).some((value) => value !== undefined)
  // Loaded events stay visible while more events load, but not after a filter change.
  const data = requested.searchKey === searchKey ? (query.data ?? query.latestData) : query.data
  return (
    <div className={styles.page}>
      <PageHead title={translate('nav.activity')} scopes={<SiblingLinks pages={ACTIVITY_SIBLING_LINKS} />} />
      <search className={styles.bar}>
        {filters.map((filter) => (
          <FilterControl
            key={filter.field}
            filter={filter as FilterDefinition}
            value={search[filter.field]}
            onChange={(value) => onSearch(parseFeedSearch({ ...search, [filter.field]: value }))}
          />
        ))}
      </search>
      <div className={styles.feed} aria-busy={query.isBusy}>
        {query.isBusy && <LoadingBar label={translate('nav.loading')} />}
        <div className={styles.days}>
          {data === undefined && query.error !== null ? (
            <ErrorState
              title={translate('event.failed')}
              error={query.error}
              isBusy={query.isBusy}
              onRetry={query.refetch}
            />
          ) : (
            <PanelQueryContent query={{ ...query, data }}>
              {({ events, hasMore }) => (
                <>
                  {events.length === 0 && (
                    <EmptyState
                      kind={isNarrowed ? 'away' : 'empty'}
                      title={translate(isNarrowed ? 'event.noMatch' : 'event.none')}
                    />
                  )}
                  <FeedDays events={events} />
                  {hasMore && (
                    <Button
                      busy={query.isBusy && translate('action.working')}
                      onClick={() => setRequested({ searchKey, limit: limit + FEED_PAGE_ROWS })}
                    >
                      {translate('event.more')}
                    </Button>
                  )}
                </>
              )}
            </PanelQueryContent>
          )}
        </div>
      </div>
    </div>
  )
}

function useFeedFilters({ people, findAssets, getAsset }: FeedCalls): FilterDefinition<keyof FeedSearch>[] {
  const translate = useTranslate(activityMessages)
  return useMemo(
    () => [
      {
        field: 'key',
        type: 'multi-select',
        placeholder: 'event.key',
        options: Object.values(EVENT_KEYS).map((value) => ({ value, label: { text: value } })),
      },
      ...(people ? [createUserFilter(people, 'event.who', translate)] : []),
      createAutocompleteFilter<NamedAssetRow, 'assetId'>({
        field: 'assetId',
        placeholder: 'event.asset',
        endpoint: findAssets,
        findByIdEndpoint: getAsset,
      }),
    ],
    [people, findAssets, getAsset, translate],
  )
}
