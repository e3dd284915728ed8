import { type ReactNode, useEffect, useRef } from 'react'
import type { AccountSession } from '../../api/contract/auth.ts'
import { describeDevice } from '../../api/contract/describe-device.ts'
import { getErrorMessageKey, isRetryable } from '../../api/contract/errors.ts'
import { useAtelier } from '../context.ts'
import { Button } from '../kit/Button.tsx'
import { Chip } from '../kit/Chip.tsx'
import { Notice } from '../kit/feedback/Notice.tsx'
import { Skeleton } from '../kit/feedback/Skeleton.tsx'
import { sessionMessages } from '../messages/session.ts'
import { formatExactTime, formatRelativeTime } from '../relative-time.ts'
import { useQuery } from '../use-query.ts'
import { useTranslate } from '../use-translate.ts'
import styles from './AccountScreen.module.css'

/** Session that the user wants to end, with its displayed device name. */
export interface SessionToEnd {
  id: string
  device: string
}

export interface SessionLinesProps {
  /** Loads the sessions. Rejects with `ApiError`. */
  load: (signal: AbortSignal) => Promise<readonly AccountSession[]>
  /** Cache key, which identifies the owner of the sessions. */
  cacheName: string
  /** Ends a session other than the current one. If undefined, no session has a button to end it. */
  onEnd?: ((session: SessionToEnd) => void) | undefined
  /** Text shown when there are no sessions. */
  none?: string
  /** Actions on all sessions. Hidden if there are no sessions. */
  below?: ReactNode
}

/** Active sessions, most recently used first. */
export function SessionLines({ load, cacheName, onEnd, none, below }: SessionLinesProps) {
  const translate = useTranslate(sessionMessages)
  const { language } = useAtelier()
  const {
    data: sessions,
    error,
    isBusy,
    refetch,
  } = useQuery({ inspectorLabel: 'sessions', queryKey: 'sessions', queryFn: (_, signal) => load(signal), cacheName })
  const list = useRef<HTMLUListElement>(null)
  const hasFailed = error !== null
  useEffect(() => {
    // The retry button unmounts with the failure notice and loses the focus.
    if (hasFailed) return () => void (document.activeElement === document.body && list.current?.focus())
  }, [hasFailed])
  return (
    <>
      {hasFailed && (
        <Notice
          tone="bad"
          action={
            isRetryable(error) && (
              <Button size="sm" busy={isBusy && translate('action.working')} onClick={refetch}>
                {translate('action.retry')}
              </Button>
            )
          }
        >
          {translate(getErrorMessageKey(error))}
        </Notice>
      )}
      {!sessions && !hasFailed && <Skeleton />}
      {sessions && (
        <ul ref={list} tabIndex={-1} className={styles.list} aria-label={translate('account.sessions')}>
          {sessions.map(({ id, userAgent, lastUsedAt, address, isCurrent }) => {
            const device = describeDevice(userAgent) ?? translate('account.device')
            return (
              <li key={id} className={styles.line}>
                <span className={styles.quiet}>
                  <b>{device}</b>
                  <time dateTime={lastUsedAt} title={formatExactTime(lastUsedAt, language)}>
                    {translate('account.lastUsed', { when: formatRelativeTime(lastUsedAt, Date.now(), language) })}
                  </time>
                  {address !== undefined && ` · ${address}`}
                </span>
                {isCurrent && <Chip tone="accent">{translate('account.thisDevice')}</Chip>}
                {!isCurrent && onEnd && (
                  <Button
                    size="sm"
                    aria-label={translate('account.endSession.of', { device })}
                    onClick={() => onEnd({ id, device })}
                  >
                    {translate('account.signOut')}
                  </Button>
                )}
              </li>
            )
          })}
        </ul>
      )}
      {sessions?.length === 0 ? none && <p>{none}</p> : below}
    </>
  )
}
