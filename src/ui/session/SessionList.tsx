import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { AccountSession } from '../../api/contract/auth.ts'
import { isWorthRetrying, wordOf } from '../../api/contract/errors.ts'
import { useAtelier } from '../context.ts'
import { finishHeldWork } from '../held-work.ts'
import { Button } from '../kit/Button.tsx'
import { Chip } from '../kit/Chip.tsx'
import { Confirm } from '../kit/Confirm.tsx'
import { Notice } from '../kit/Notice.tsx'
import { Skeleton } from '../kit/Skeleton.tsx'
import { exactTime, relativeTime } from '../relative-time.ts'
import { useAsking } from '../use-asking.ts'
import styles from './AccountScreen.module.css'

/** Props of {@link SessionList}; both calls reject with `ApiError`. */
export interface SessionListProps {
  loadSessions: (signal: AbortSignal) => Promise<readonly AccountSession[]>
  endSessions: () => Promise<unknown>
}

/** Where the person is signed in, and the way out of all of it. */
export function SessionList({ loadSessions, endSessions }: SessionListProps) {
  return (
    <EndSessions end={endSessions}>
      <Sessions load={loadSessions} />
    </EndSessions>
  )
}

interface EndSessionsProps {
  end: SessionListProps['endSessions']
  children: ReactNode
}

/** The way out below what it ends; why it failed stands above. */
function EndSessions({ end, children }: EndSessionsProps) {
  const { session, translate } = useAtelier()
  const [isOpen, setOpen] = useState(false)
  const [isConfirmed, setConfirmed] = useState(false)
  const { isBusy, error } = useAsking({
    question: isConfirmed ? 'end' : null,
    ask: async () => {
      await finishHeldWork()
      await end()
      session.send({ type: 'logout.requested' })
      return true
    },
  })
  const open = () => {
    setOpen(true)
    if (error !== null) setConfirmed(false)
  }
  return (
    <>
      {error !== null && <Notice tone="bad">{translate(wordOf(error))}</Notice>}
      {children}
      <Button onClick={open}>{translate('account.endAll')}</Button>
      <Confirm
        isOpen={isOpen && error === null}
        title={translate('account.endAll.title')}
        verb={translate('account.endAll')}
        cancelText={translate('action.cancel')}
        busy={isBusy && translate('action.working')}
        onConfirm={() => setConfirmed(true)}
        onCancel={() => setOpen(false)}
      >
        {translate('account.endAll.text')}
      </Confirm>
    </>
  )
}

function Sessions({ load }: { load: SessionListProps['loadSessions'] }) {
  const { translate, language } = useAtelier()
  const {
    answer: sessions,
    error,
    isBusy,
    askAgain,
  } = useAsking({ question: 'sessions', ask: (_, signal) => load(signal), keptAs: 'account' })
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
              {one.isCurrent && <Chip tone="accent">{translate('account.thisDevice')}</Chip>}
            </li>
          ))}
        </ul>
      )}
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
