import { CubeFocusIcon } from '@phosphor-icons/react/CubeFocus'
import { LockSimpleIcon } from '@phosphor-icons/react/LockSimple'
import { NotePencilIcon } from '@phosphor-icons/react/NotePencil'
import { WarningCircleIcon } from '@phosphor-icons/react/WarningCircle'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactElement, ReactNode } from 'react'
import type { Job } from '../../api/contract/jobs.ts'
import { useAtelier } from '../context.ts'
import { keptDrafts } from '../form/kept-drafts.ts'
import { formatNumber } from '../format-number.ts'
import { Button } from '../kit/Button.tsx'
import { Icon } from '../kit/Icon.tsx'
import { Skeleton } from '../kit/Skeleton.tsx'
import { type Asking, useAsking } from '../use-asking.ts'
import { useMe } from '../use-me.ts'
import styles from './Attention.module.css'
import { draftPlace, type Waiting, waitingAssets, waitingJobs } from './attention.ts'
import { type DashboardCalls, DRAWS, OTHER_KINDS } from './dashboard-calls.ts'
import { useStanding } from './use-standing.ts'

/** What this person is shown of what waits. */
export interface AttentionRights {
  mayMake: boolean
  mayLock: boolean
}

/** How often jobs are looked at, in milliseconds: they fail without telling. */
const JOBS_MS = 15_000

/** What waits for somebody, each kind with the way to all of it; calm where nothing does. */
export function Attention({ calls, rights }: { calls: DashboardCalls; rights: AttentionRights }) {
  const { translate } = useAtelier()
  if (!rights.mayMake && !rights.mayLock) return null
  return (
    <section className={styles.attention} aria-label={translate('home.attention')}>
      {rights.mayMake && <FailedJobs calls={calls} />}
      {rights.mayMake && <Undrawn calls={calls} />}
      {rights.mayLock && <LockedByMe calls={calls} />}
      {rights.mayMake && <Drafts />}
    </section>
  )
}

function FailedJobs({ calls }: { calls: DashboardCalls }) {
  const asking = useStanding(calls, 'failed', { staleAfter: () => JOBS_MS })
  const nameOf = useKindWord()
  const waiting = asking.answer && waitingJobs(asking.answer, nameOf)
  const link = { to: '/jobs', search: { filter: { status: ['failed'], kind: OTHER_KINDS } } } as const
  return <Tile word="home.failedJobs" glyph={<WarningCircleIcon />} isBad {...{ asking, waiting, link }} />
}

function Undrawn({ calls }: { calls: DashboardCalls }) {
  const asking = useStanding(calls, 'undrawn', { staleAfter: () => JOBS_MS })
  const nameOf = useKindWord()
  const waiting = asking.answer && waitingJobs(asking.answer, nameOf)
  const link = { to: '/jobs', search: { filter: { status: ['failed'], kind: [DRAWS] } } } as const
  return <Tile word="home.undrawn" glyph={<CubeFocusIcon />} isBad {...{ asking, waiting, link }} />
}

function LockedByMe({ calls }: { calls: DashboardCalls }) {
  const asking = useStanding(calls, 'locked', { isLive: true })
  const waiting = asking.answer && waitingAssets(asking.answer)
  const link = { to: '/assets', search: { filter: { locked: 'mine' } } } as const
  return <Tile word="home.lockedByMe" glyph={<LockSimpleIcon />} {...{ asking, waiting, link }} />
}

function Drafts() {
  const { translate } = useAtelier()
  const me = useMe()
  const asking = useAsking({ about: 'drafts', question: me ?? null, ask: keptDrafts })
  const drafts = asking.answer
  const made = drafts ? Number(drafts.hasNew) + drafts.queued : 0
  const changed = drafts?.assets.length ?? 0
  const waiting = drafts && {
    total: made + changed,
    names: [
      ...(made > 0 ? [translate('home.newDrafts', { n: made })] : []),
      ...(changed > 0 ? [translate('home.changeDrafts', { n: changed })] : []),
    ],
  }
  const link = drafts ? draftPlace(drafts) : { to: '/assets/new' as const }
  return <Tile word="home.drafts" glyph={<NotePencilIcon />} {...{ asking, waiting, link }} />
}

function useKindWord(): (job: Job) => string {
  const { translate } = useAtelier()
  return ({ kind }) => translate(`jobs.kind.${kind}`)
}

interface TileProps {
  word: string
  glyph: ReactElement
  /** What waits went wrong. */
  isBad?: boolean
  asking: Pick<Asking<unknown>, 'error' | 'isBusy' | 'askAgain'>
  waiting: Waiting | undefined
  /** Where all of it is. */
  link: Pick<LinkProps, 'to' | 'params' | 'search'>
}

/** One kind of what waits. It keeps its size, whatever it says. */
function Tile({ word, glyph, isBad = false, asking: { error, isBusy, askAgain }, waiting, link }: TileProps) {
  const { translate, language } = useAtelier()
  const title = translate(word)
  const state = waiting ? (waiting.total > 0 ? (isBad ? 'bad' : 'some') : 'none') : 'unknown'
  const line = (name: ReactNode, detail: ReactNode, end?: ReactNode, whole?: string) => (
    <div className={styles.tile} data-state={state} aria-busy={!waiting && isBusy}>
      <Icon size="fit" className={styles.glyph}>
        {glyph}
      </Icon>
      <h2 className={styles.name} title={title}>
        {name}
      </h2>
      <p className={styles.detail} title={whole}>
        {detail}
      </p>
      {end}
    </div>
  )
  if (!waiting && error) {
    const retry = (
      <Button size="sm" aria-label={`${translate('action.retry')}: ${title}`} onClick={askAgain}>
        {translate('action.retry')}
      </Button>
    )
    return line(title, translate('home.notLoaded'), retry)
  }
  if (!waiting) return line(title, <Skeleton width={92} height={11} />)
  if (waiting.total === 0) return line(title, translate('home.nothing'))
  const way = (
    <Link {...(link as LinkProps)} className={styles.way}>
      {title}
    </Link>
  )
  // Names have commas of their own.
  const names = waiting.names.join(' · ')
  return line(way, names, <b className={styles.count}>{formatNumber(waiting.total, language)}</b>, names)
}
