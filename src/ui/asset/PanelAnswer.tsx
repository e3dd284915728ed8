import type { ReactNode } from 'react'
import { isWorthRetrying, wordOf } from '../../api/contract/errors.ts'
import { useAtelier } from '../context.ts'
import { Button } from '../kit/Button.tsx'
import { Notice } from '../kit/Notice.tsx'
import { Skeleton } from '../kit/Skeleton.tsx'
import { useCountdown } from '../shell/use-countdown.ts'
import type { Asking } from '../use-asking.ts'
import styles from './Panels.module.css'

/** What a panel asked for: on its way, why it did not come, or shown. */
export function PanelAnswer<A>({ asking, children }: { asking: Asking<A>; children: (answer: A) => ReactNode }) {
  const { translate } = useAtelier()
  const { answer, error, isBusy, askAgain } = asking
  // A panel is too small to count down aloud.
  useCountdown(error, isBusy, askAgain)
  return (
    <>
      {error !== null && (
        <Notice
          tone="bad"
          action={
            isWorthRetrying(error) && (
              <Button size="sm" onClick={askAgain}>
                {translate('action.retry')}
              </Button>
            )
          }
        >
          {translate(wordOf(error))}
        </Notice>
      )}
      {answer === undefined
        ? error === null && (
            <div className={styles.waiting} aria-hidden="true">
              <Skeleton width={180} />
              <Skeleton width={140} height={10} />
            </div>
          )
        : children(answer)}
    </>
  )
}
