import { ArrowClockwiseIcon } from '@phosphor-icons/react/ArrowClockwise'
import { Link } from '@tanstack/react-router'
import { ApiError, isRetryable, messageKey } from '../../api/contract/errors.ts'
import { Button } from '../kit/Button.tsx'
import { buttonClass } from '../kit/button-class.ts'
import { EmptyScene } from '../kit/feedback/EmptyScene.tsx'
import { useTranslate } from '../use-translate.ts'
import { useRetryCountdown } from './use-retry-countdown.ts'

export interface FailedSceneProps {
  title: string
  /** Heading level of the title: 1 if it is the page's own. */
  level?: 1 | 2
  /** Error of the failed request. */
  error: unknown
  /** Whether a retry is in flight. */
  isBusy: boolean
  onRetry: () => void
  /** List of such items, linked when this one no longer exists. */
  list?: { to: string; label: string } | undefined
}

/**
 * Scene for a failed request. Shows the reason and retries, automatically if the service is unreachable. Links to the list if the
 * item no longer exists.
 */
export function FailedScene({ title, level = 2, error, isBusy, onRetry, list }: FailedSceneProps) {
  const translate = useTranslate()
  const seconds = useRetryCountdown(error, isBusy, onRetry)
  const isDeleted = error instanceof ApiError && error.code === 'NOT_FOUND'
  return (
    <EmptyScene
      kind="failed"
      level={level}
      title={title}
      timer={seconds !== undefined && translate('failure.again', { n: seconds })}
      actions={
        isDeleted && list ? (
          <Link to={list.to} className={buttonClass({ variant: 'ink' })}>
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
      {translate(messageKey(error))}
    </EmptyScene>
  )
}
