import { CubeFocusIcon } from '@phosphor-icons/react/CubeFocus'
import { LockSimpleIcon } from '@phosphor-icons/react/LockSimple'
import { NotePencilIcon } from '@phosphor-icons/react/NotePencil'
import { WarningCircleIcon } from '@phosphor-icons/react/WarningCircle'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactElement, ReactNode } from 'react'
import type { Job } from '../../api/contract/jobs.ts'
import { useAtelier } from '../context.ts'
import { readStoredDrafts } from '../form/stored-drafts.ts'
import { formatNumber } from '../format-number.ts'
import { Button } from '../kit/Button.tsx'
import { Skeleton } from '../kit/feedback/Skeleton.tsx'
import { Icon } from '../kit/Icon.tsx'
import type { MessageKey } from '../message-key.ts'
import { dashboardMessages } from '../messages/dashboard.ts'
import { jobsMessages } from '../messages/jobs.ts'
import { useCurrentUserId } from '../use-current-user-id.ts'
import { type QueryResult, useQuery } from '../use-query.ts'
import { useTranslate } from '../use-translate.ts'
import styles from './AttentionTiles.module.css'
import { type AttentionSummary, draftLinkOf, summarizeAssets, summarizeJobs } from './attention-summary.ts'
import { type DashboardCalls, ICON_JOB_KIND, NON_RENDER_JOB_KINDS } from './dashboard-calls.ts'
import { useDashboardQuery } from './use-dashboard-query.ts'

export interface AttentionPermissions {
  canCreate: boolean
  canLock: boolean
}

/** Polling interval of jobs in milliseconds. Needed because failed jobs send no events. */
const JOBS_REFRESH_MS = 15_000

/** Tiles of pending items, each with a link to its list. Tiles without pending items look inconspicuous. */
export function AttentionTiles({ calls, rights }: { calls: DashboardCalls; rights: AttentionPermissions }) {
  const translate = useTranslate(dashboardMessages)
  if (!rights.canCreate && !rights.canLock) return null
  return (
    <section className={styles.attention} aria-label={translate('home.attention')}>
      {rights.canCreate && <FailedJobs calls={calls} />}
      {rights.canCreate && <FailedIconJobs calls={calls} />}
      {rights.canLock && <LockedByMe calls={calls} />}
      {rights.canCreate && <Drafts />}
    </section>
  )
}

function FailedJobs({ calls }: { calls: DashboardCalls }) {
  const query = useDashboardQuery(calls, 'failed', { staleAfterMs: () => JOBS_REFRESH_MS })
  const nameOf = useJobKindLabel()
  const summary = query.data && summarizeJobs(query.data, nameOf)
  const link = { to: '/jobs', search: { filter: { status: ['failed'], kind: NON_RENDER_JOB_KINDS } } } as const
  return <Tile labelKey="home.failedJobs" glyph={<WarningCircleIcon />} isBad {...{ query, waiting: summary, link }} />
}

function FailedIconJobs({ calls }: { calls: DashboardCalls }) {
  const query = useDashboardQuery(calls, 'undrawn', { staleAfterMs: () => JOBS_REFRESH_MS })
  const nameOf = useJobKindLabel()
  const summary = query.data && summarizeJobs(query.data, nameOf)
  const link = { to: '/jobs', search: { filter: { status: ['failed'], kind: [ICON_JOB_KIND] } } } as const
  return <Tile labelKey="home.undrawn" glyph={<CubeFocusIcon />} isBad {...{ query, waiting: summary, link }} />
}

function LockedByMe({ calls }: { calls: DashboardCalls }) {
  const query = useDashboardQuery(calls, 'locked', { isLive: true })
  const summary = query.data && summarizeAssets(query.data)
  const link = { to: '/assets', search: { filter: { locked: 'mine' } } } as const
  return <Tile labelKey="home.lockedByMe" glyph={<LockSimpleIcon />} {...{ query, waiting: summary, link }} />
}

function Drafts() {
  const translate = useTranslate(dashboardMessages)
  const currentUserId = useCurrentUserId()
  const query = useQuery({ inspectorLabel: 'drafts', queryKey: currentUserId ?? null, queryFn: readStoredDrafts })
  const drafts = query.data
  const draftCount = drafts ? Number(drafts.hasNew) + drafts.queued : 0
  const changed = drafts?.assets.length ?? 0
  const summary = drafts && {
    total: draftCount + changed,
    names: [
      ...(draftCount > 0 ? [translate('home.newDrafts', { n: draftCount })] : []),
      ...(changed > 0 ? [translate('home.changeDrafts', { n: changed })] : []),
    ],
  }
  const link = drafts ? draftLinkOf(drafts) : { to: '/assets/new' as const }
  return <Tile labelKey="home.drafts" glyph={<NotePencilIcon />} {...{ query, waiting: summary, link }} />
}

function useJobKindLabel(): (job: Job) => string {
  const translate = useTranslate(jobsMessages)
  return ({ kind }) => translate(`jobs.kind.${kind}`)
}

interface TileProps {
  labelKey: MessageKey<'dashboard'>
  glyph: ReactElement
  isBad?: boolean
  query: Pick<QueryResult<unknown>, 'error' | 'isBusy' | 'refetch'>
  waiting: AttentionSummary | undefined
  link: Pick<LinkProps, 'to' | 'params' | 'search'>
}

/** Tile for one kind of pending items, always of the same size. */
function Tile({
  labelKey,
  glyph,
  isBad = false,
  query: { error, isBusy, refetch },
  waiting: summary,
  link,
}: TileProps) {
  const translate = useTranslate(dashboardMessages)
  const { language } = useAtelier()
  const title = translate(labelKey)
  const state = summary ? (summary.total > 0 ? (isBad ? 'bad' : 'some') : 'none') : 'unknown'
  const line = (name: ReactNode, detail: ReactNode, end?: ReactNode, whole?: string) => (
    <div className={styles.tile} data-state={state} aria-busy={!summary && isBusy}>
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
  if (!summary && error) {
    const retry = (
      <Button size="sm" aria-label={`${translate('action.retry')}: ${title}`} onClick={refetch}>
        {translate('action.retry')}
      </Button>
    )
    return line(title, translate('home.notLoaded'), retry)
  }
  if (!summary) return line(title, <Skeleton width={92} height={11} />)
  if (summary.total === 0) return line(title, translate('home.nothing'))
  const titleLink = (
    <Link {...(link as LinkProps)} className={styles.way}>
      {title}
    </Link>
  )
  // The separator is not a comma, because names contain commas.
  const names = summary.names.join(' · ')
  return line(titleLink, names, <b className={styles.count}>{formatNumber(summary.total, language)}</b>, names)
}
