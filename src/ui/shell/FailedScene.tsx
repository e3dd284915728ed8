import { ArrowClockwiseIcon } from '@phosphor-icons/react/ArrowClockwise'
import { Link } from '@tanstack/react-router'
import { ApiError, isWorthRetrying, wordOf } from '../../api/contract/errors.ts'
import { useAtelier } from '../context.ts'
import { Button } from '../kit/Button.tsx'
import { buttonClass } from '../kit/button-class.ts'
import { EmptyScene } from '../kit/EmptyScene.tsx'
import { useCountdown } from './use-countdown.ts'

/** Props of {@link FailedScene}. */
export interface FailedSceneProps {
  title: string
  /** Level of the title: 1 where it is the page's own. */
  level?: 1 | 2
  /** Why it did not come. */
  error: unknown
  /** It is being asked for again. */
  isBusy: boolean
  onRetry: () => void
  /** Where such things are listed: the way on where this one is no more. */
  list?: { to: string; label: string } | undefined
}

/** Stands where one thing did not come: says why, tries again, by itself too where the service is out of reach, or leads to its list. */
export function FailedScene({ title, level = 2, error, isBusy, onRetry, list }: FailedSceneProps) {
  const { translate } = useAtelier()
  const seconds = useCountdown(error, isBusy, onRetry)
  const isGone = error instanceof ApiError && error.code === 'NOT_FOUND'
  return (
    <EmptyScene
      kind="failed"
      level={level}
      title={title}
      timer={seconds !== undefined && translate('failure.again', { n: seconds })}
      actions={
        isGone && list ? (
          <Link to={list.to} className={buttonClass({ variant: 'ink' })}>
            {list.label}
          </Link>
        ) : (
          isWorthRetrying(error) && (
            <Button variant="ink" icon={<ArrowClockwiseIcon />} onClick={onRetry}>
              {translate('action.retry')}
            </Button>
          )
        )
      }
    >
      {translate(wordOf(error))}
    </EmptyScene>
  )
}
