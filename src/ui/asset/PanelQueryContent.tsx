import type { ReactNode } from 'react'
import { getErrorMessageKey, isRetryable } from '../../api/contract/errors.ts'
import { Button } from '../kit/Button.tsx'
import { Notice } from '../kit/feedback/Notice.tsx'
import { Skeleton } from '../kit/feedback/Skeleton.tsx'
import type { QueryResult } from '../use-query.ts'
import { useRetryCountdown } from '../use-retry-countdown.ts'
import { useTranslate } from '../use-translate.ts'
import styles from './AssetPanels.module.css'

/** Content of a panel by the state of its request: skeleton, error or response. */
export function PanelQueryContent<A>({ query, children }: { query: QueryResult<A>; children: (data: A) => ReactNode }) {
  const translate = useTranslate()
  const { data, error, isBusy, refetch } = query
  // Retries automatically, but shows no countdown: a panel is too small.
  useRetryCountdown(error, isBusy, refetch)
  return (
    <>
      {error !== null && (
        <Notice
          tone="bad"
          action={
            isRetryable(error) && (
              <Button size="sm" onClick={refetch}>
                {translate('action.retry')}
              </Button>
            )
          }
        >
          {translate(getErrorMessageKey(error))}
        </Notice>
      )}
      {data === undefined
        ? error === null && (
            <div className={styles.waiting} aria-hidden="true">
              <Skeleton width={180} />
              <Skeleton width={140} height={10} />
            </div>
          )
        : children(data)}
    </>
  )
}
