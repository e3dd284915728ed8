import { type ReactNode, useEffect, useRef } from 'react'
import type { AccountSession } from '../../api/contract/auth.ts'
import { isWorthRetrying, wordOf } from '../../api/contract/errors.ts'
import { useAtelier } from '../context.ts'
import { Button } from '../kit/Button.tsx'
import { Chip } from '../kit/Chip.tsx'
import { Notice } from '../kit/Notice.tsx'
import { Skeleton } from '../kit/Skeleton.tsx'
import { exactTime, relativeTime } from '../relative-time.ts'
import { useAsking } from '../use-asking.ts'
import styles from './AccountScreen.module.css'

/** Props of {@link SessionLines}. */
export interface SessionLinesProps {
  /** Rejects with `ApiError`. */
  load: (signal: AbortSignal) => Promise<readonly AccountSession[]>
  /** Whose they are: what is kept of them is kept under this. */
  keptAs: string
  /** Stands at the end of a session's line, where this is not the device. */
  asideOf?: (session: AccountSession) => ReactNode
  /** Stands there where there is none. */
  none?: string
  /** What can be done about all of them; not where there is none. */
  below?: ReactNode
}

/** Where somebody is signed in, the device that was used last first. */
export function SessionLines({ load, keptAs, asideOf, none, below }: SessionLinesProps) {
  const { translate, language } = useAtelier()
  const {
    answer: sessions,
    error,
    isBusy,
    askAgain,
  } = useAsking({ about: 'sessions', question: 'sessions', ask: (_, signal) => load(signal), keptAs })
  const list = useRef<HTMLUListElement>(null)
  const hasFailed = error !== null
  useEffect(() => {
    // The button that asked again goes with the failure, and takes the focus with it.
    if (hasFailed) return () => void (document.activeElement === document.body && list.current?.focus())
  }, [hasFailed])
  return (
    <>
      {hasFailed && (
        <Notice
          tone="bad"
          action={
            isWorthRetrying(error) && (
              <Button size="sm" busy={isBusy && translate('action.working')} onClick={askAgain}>
                {translate('action.retry')}
              </Button>
            )
          }
        >
          {translate(wordOf(error))}
        </Notice>
      )}
      {!sessions && !hasFailed && <Skeleton />}
      {sessions && (
        <ul ref={list} tabIndex={-1} className={styles.list} aria-label={translate('account.sessions')}>
          {sessions.map((one) => (
            <li key={one.id} className={styles.line}>
              <span className={styles.quiet}>
                <b>{deviceOf(one.userAgent) ?? translate('account.device')}</b>
                <time dateTime={one.lastUsedAt} title={exactTime(one.lastUsedAt, language)}>
                  {translate('account.lastUsed', { when: relativeTime(one.lastUsedAt, Date.now(), language) })}
                </time>
              </span>
              {one.isCurrent ? <Chip tone="accent">{translate('account.thisDevice')}</Chip> : asideOf?.(one)}
            </li>
          ))}
        </ul>
      )}
      {sessions?.length === 0 ? none && <p>{none}</p> : below}
    </>
  )
}

const BROWSERS = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const
const SYSTEMS = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
] as const

/** A browser and its system from what it called itself, as in "Firefox, Linux"; undefined where neither is known. */
export function deviceOf(userAgent = ''): string | undefined {
  const named = [BROWSERS, SYSTEMS].flatMap((kinds) => kinds.find(([pattern]) => pattern.test(userAgent))?.[1] ?? [])
  return named.length > 0 ? named.join(', ') : undefined
}
