import { ArrowClockwiseIcon } from '@phosphor-icons/react/ArrowClockwise'
import { Link } from '@tanstack/react-router'
import { ApiError, getErrorMessageKey, isRetryable } from '../../api/contract/errors.ts'
import { Button } from '../kit/Button.tsx'
import { getButtonClass } from '../kit/button-class.ts'
import { EmptyState } from '../kit/feedback/EmptyState.tsx'
import { useRetryCountdown } from '../use-retry-countdown.ts'
import { useTranslate } from '../use-translate.ts'

export interface ErrorStateProps {
  title: string
  /** Heading level; 1 on a page without another title. */
  level?: 1 | 2
  error: unknown
  /** Whether a retry is in flight. */
  isBusy: boolean
  onRetry: () => void
  /** List that contained the item. Linked if the item does not exist any more. */
  list?: { to: string; label: string } | undefined
}

/** Empty state for a failed request. Shows the reason and a retry button. Retries automatically if the service is unreachable. */
export function ErrorState({ title, level = 2, error, isBusy, onRetry, list }: ErrorStateProps) {
  const translate = useTranslate()
  const seconds = useRetryCountdown(error, isBusy, onRetry)
  const isDeleted = error instanceof ApiError && error.code === 'NOT_FOUND'
  return (
    <EmptyState
      kind="failed"
      level={level}
      title={title}
      timer={seconds !== undefined && translate('failure.again', { n: seconds })}
      actions={
        isDeleted && list ? (
          <Link to={list.to} className={getButtonClass({ variant: 'ink' })}>
            {list.label}
          </Link>
        ) : (
          isRetryable(error) && (
            <Button variant="ink" icon={<ArrowClockwiseIcon />} onClick={onRetry}>
              {translate('action.retry')}
            </Button>
          )
        )
      }
    >
      {translate(getErrorMessageKey(error))}
    </EmptyState>
  )
}
