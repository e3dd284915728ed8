import { useEffect, useRef, useState } from 'react'
import type { AccountSession } from '../../api/contract/auth.ts'
import { isWorthRetrying, wordOf } from '../../api/contract/errors.ts'
import { exactTime, relativeTime } from '../asset-list/relative-time.ts'
import { useAtelier } from '../context.ts'
import { finishHeldWork } from '../held-work.ts'
import { Button } from '../kit/Button.tsx'
import { Chip } from '../kit/Chip.tsx'
import { Confirm } from '../kit/Confirm.tsx'
import { Notice } from '../kit/Notice.tsx'
import { Skeleton } from '../kit/Skeleton.tsx'
import styles from './AccountScreen.module.css'
import { TextButton } from './TextButton.tsx'

/** Props of {@link SessionList}; both calls reject with `ApiError`. */
export interface SessionListProps {
  loadSessions: (signal: AbortSignal) => Promise<readonly AccountSession[]>
  endSessions: () => Promise<unknown>
}

/** Where the person is signed in, and the way out of all of it. */
export function SessionList({ loadSessions, endSessions }: SessionListProps) {
  const { session, translate } = useAtelier()
  const [round, setRound] = useState(0)
  const [isAsking, setAsking] = useState(false)
  const [isEnding, setEnding] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const endAll = async () => {
    setEnding(true)
    try {
      await finishHeldWork()
      await endSessions()
      session.send({ type: 'logout.requested' })
    } catch (thrown) {
      setError(thrown)
    }
    setEnding(false)
    setAsking(false)
  }
  return (
    <>
      {error !== null && <Notice tone="bad">{translate(wordOf(error))}</Notice>}
      <Sessions key={round} load={loadSessions} onRetry={() => setRound(round + 1)} />
      <Button onClick={() => setAsking(true)}>{translate('account.endAll')}</Button>
      <Confirm
        isOpen={isAsking}
        title={translate('account.endAll.title')}
        verb={translate('account.endAll')}
        cancelText={translate('action.cancel')}
        busy={isEnding && translate('action.working')}
        onConfirm={endAll}
        onCancel={() => setAsking(false)}
      >
        {translate('account.endAll.text')}
      </Confirm>
    </>
  )
}

interface SessionsProps {
  load: SessionListProps['loadSessions']
  onRetry: () => void
}

type Answer = { sessions: readonly AccountSession[] } | { error: unknown }

function Sessions({ load, onRetry }: SessionsProps) {
  const { translate, language } = useAtelier()
  const [answer, setAnswer] = useState<Answer>()
  const latest = useRef(load)
  latest.current = load
  useEffect(() => {
    const abort = new AbortController()
    latest.current(abort.signal).then(
      (sessions) => setAnswer({ sessions }),
      (error) => abort.signal.aborted || setAnswer({ error }),
    )
    return () => abort.abort()
  }, [])
  if (!answer) return <Skeleton />
  if ('error' in answer) {
    return (
      <Notice tone="bad">
        {translate(wordOf(answer.error))}{' '}
        {isWorthRetrying(answer.error) && <TextButton onClick={onRetry}>{translate('action.retry')}</TextButton>}
      </Notice>
    )
  }
  return (
    <ul className={styles.list} aria-label={translate('account.sessions')}>
      {answer.sessions.map((one) => (
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
