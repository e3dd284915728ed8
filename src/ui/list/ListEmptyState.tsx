import { ArrowClockwiseIcon } from '@phosphor-icons/react/ArrowClockwise'
import type { ReactNode } from 'react'
import { ApiError, getErrorMessageKey, isForbidden } from '../../api/contract/errors.ts'
import type { Filter } from '../../api/contract/list.ts'
import { countFilterFields } from '../../machines/filters/filters.ts'
import type { Row } from '../../machines/list/paging.ts'
import { can } from '../../machines/session/ability.ts'
import { useAtelier } from '../context.ts'
import { localeOf } from '../formats.ts'
import { Button } from '../kit/Button.tsx'
import { EmptyState } from '../kit/feedback/EmptyState.tsx'
import { ForbiddenReason } from './actions/ForbiddenReason.tsx'
import { useAbility } from './actions/use-ability.ts'
import type { ListDefinition } from './definition.ts'
import { describeFilter } from './filters/filter-values.ts'
import { useListTranslate } from './use-list-translate.ts'

export interface ListEmptyStateProps<R extends Row> {
  list: ListDefinition<R>
  filter: Filter
  hasFailed: boolean
  error: unknown
  onRetry: () => void
  onClear: () => void
  /** Create button; renders nothing for users without permission. */
  create: ReactNode
  /** Seconds until the automatic retry. */
  seconds?: number | undefined
}

/** Empty state shown in place of the rows: the list is empty, nothing matches, or loading failed. */
export function ListEmptyState<R extends Row>({
  list,
  filter,
  hasFailed,
  error,
  onRetry,
  onClear,
  create,
  seconds,
}: ListEmptyStateProps<R>) {
  const ability = useAbility()
  const canCreate = list.create !== undefined && can(ability, ...list.create.needs)
  const translate = useListTranslate()
  const { language } = useAtelier()
  const isFiltered = countFilterFields(filter) > 0
  if (hasFailed && isForbidden(error)) {
    return (
      <EmptyState kind="failed" title={translate('failure.forbidden')}>
        <ForbiddenReason />
      </EmptyState>
    )
  }
  if (hasFailed) {
    const technicalDetails = errorDetailsOf(error)
    // The server rejected the query, so a retry would fail again.
    const code = error instanceof ApiError ? error.code : undefined
    const isRefused = code === 'INVALID_INPUT'
    // `NOT_FOUND` is expected only in a list with breadcrumbs, where a parent item may be deleted.
    const textKey = code === 'NOT_FOUND' && !list.breadcrumbs ? 'error.unknown' : getErrorMessageKey(error)
    return (
      <EmptyState
        kind="failed"
        timer={seconds !== undefined && translate('failure.again', { n: seconds })}
        title={translate(list.failed ?? 'list.failed')}
        details={technicalDetails ? { summary: translate('list.details'), text: technicalDetails } : undefined}
        actions={
          isRefused && isFiltered ? (
            <Button variant="ink" onClick={onClear}>
              {translate('list.clearFilters')}
            </Button>
          ) : (
            <Button variant="ink" icon={<ArrowClockwiseIcon />} onClick={onRetry}>
              {translate('action.retry')}
            </Button>
          )
        }
      >
        {translate(isRefused ? 'list.refused' : textKey)}
        {isFiltered && !isRefused && ` ${translate('list.filtersStand')}`}
      </EmptyState>
    )
  }
  if (isFiltered) {
    const filterText = new Intl.ListFormat(localeOf(language)).format(describeFilter(list.filters, filter, translate))
    return (
      <EmptyState
        kind="away"
        title={translate('list.noMatch')}
        actions={
          <Button variant="ink" onClick={onClear}>
            {translate('list.clearFilters')}
          </Button>
        }
      >
        {translate('list.lookingFor', { wanted: filterText })}
      </EmptyState>
    )
  }
  return (
    <EmptyState kind="empty" title={translate('list.empty')} actions={canCreate && create}>
      {list.empty && (canCreate || !list.empty.toMakers) && translate(list.empty.text)}
    </EmptyState>
  )
}

function errorDetailsOf(error: unknown): string {
  if (!(error instanceof ApiError)) return error instanceof Error ? error.message : ''
  return [error.code ?? error.kind, error.status, error.service].filter(Boolean).join(' · ')
}
