import { ArrowClockwiseIcon } from '@phosphor-icons/react/ArrowClockwise'
import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import { ApiError, isForbidden, wordOf } from '../../api/contract/errors.ts'
import type { Filter } from '../../api/contract/list.ts'
import { may } from '../../machines/rules/ability.ts'
import { countActive } from '../../machines/rules/filters.ts'
import type { Row } from '../../machines/rules/paging.ts'
import { isAnonymous } from '../../machines/rules/session-record.ts'
import { useAtelier } from '../context.ts'
import { localeOf } from '../formats.ts'
import { Button } from '../kit/Button.tsx'
import { EmptyScene } from '../kit/EmptyScene.tsx'
import type { ListDefinition } from './definition.ts'
import { describeFilter } from './filter-values.ts'
import { useAbility } from './use-ability.ts'

/** Props of {@link ListScene}. */
export interface ListSceneProps<R extends Row> {
  list: ListDefinition<R>
  filter: Filter
  hasFailed: boolean
  error: unknown
  onRetry: () => void
  onClear: () => void
  /** The button that makes another row, shown to those who may. */
  create: ReactNode
  /** Seconds until it is tried again by itself. */
  seconds?: number | undefined
}

/** What stands where the rows would: nothing exists, nothing matched, or they did not load. */
export function ListScene<R extends Row>({
  list,
  filter,
  hasFailed,
  error,
  onRetry,
  onClear,
  create,
  seconds,
}: ListSceneProps<R>) {
  const ability = useAbility()
  const canCreate = list.create !== undefined && may(ability, ...list.create.needs)
  const { session, translate, language } = useAtelier()
  const isGuest = useSelector(session, ({ context }) => isAnonymous(context.data))
  const isFiltered = countActive(filter) > 0
  if (hasFailed && isForbidden(error)) {
    return (
      <EmptyScene kind="failed" title={translate('failure.forbidden')}>
        {translate(isGuest ? 'failure.forbidden.guest' : 'failure.forbidden.why')}
      </EmptyScene>
    )
  }
  if (hasFailed) {
    const facts = factsOf(error)
    // What was asked for can never be answered: trying again would fail again.
    const code = error instanceof ApiError ? error.code : undefined
    const isRefused = code === 'INVALID_INPUT'
    // Where a list is nobody deletes; what it stands below may be gone.
    const word = code === 'NOT_FOUND' && !list.trail ? 'error.unknown' : wordOf(error)
    return (
      <EmptyScene
        kind="failed"
        timer={seconds !== undefined && translate('failure.again', { n: seconds })}
        title={translate(list.failed ?? 'list.failed')}
        details={facts ? { summary: translate('list.details'), text: facts } : undefined}
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
        {translate(isRefused ? 'list.refused' : word)}
        {isFiltered && !isRefused && ` ${translate('list.filtersStand')}`}
      </EmptyScene>
    )
  }
  if (isFiltered) {
    const wanted = new Intl.ListFormat(localeOf(language)).format(describeFilter(list.filters, filter, translate))
    return (
      <EmptyScene
        kind="away"
        title={translate('list.noMatch')}
        actions={
          <Button variant="ink" onClick={onClear}>
            {translate('list.clearFilters')}
          </Button>
        }
      >
        {translate('list.lookingFor', { wanted })}
      </EmptyScene>
    )
  }
  return (
    <EmptyScene kind="empty" title={translate('list.empty')} actions={canCreate && create}>
      {list.empty && (canCreate || !list.empty.toMakers) && translate(list.empty.text)}
    </EmptyScene>
  )
}

/** What a developer wants to know of a failed call. */
function factsOf(error: unknown): string {
  if (!(error instanceof ApiError)) return error instanceof Error ? error.message : ''
  return [error.code ?? error.kind, error.status, error.service].filter(Boolean).join(' · ')
}
