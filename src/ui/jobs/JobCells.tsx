import { ArrowsClockwiseIcon } from '@phosphor-icons/react/ArrowsClockwise'
import { CheckCircleIcon } from '@phosphor-icons/react/CheckCircle'
import { CircleDashedIcon } from '@phosphor-icons/react/CircleDashed'
import { CubeIcon } from '@phosphor-icons/react/Cube'
import { QueueIcon } from '@phosphor-icons/react/Queue'
import { WarningCircleIcon } from '@phosphor-icons/react/WarningCircle'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import type { Job, JobStatus } from '../../api/contract/jobs.ts'
import { Chip, type ChipProps } from '../kit/Chip.tsx'
import { ProgressBar } from '../kit/feedback/ProgressBar.tsx'
import { pigmentOf } from '../kit/feedback/pigment.ts'
import { Plinth } from '../kit/layout/Plinth.tsx'
import { omitUndefinedProps } from '../kit/omit-undefined-props.ts'
import { jobsMessages } from '../messages/jobs.ts'
import { useTranslate } from '../use-translate.ts'
import styles from './JobCells.module.css'

/** Appearance of each status. Shapes alone distinguish the statuses, without colour. */
const STATUS_CHIPS: Record<JobStatus, { tone: NonNullable<ChipProps['tone']>; icon: ReactElement }> = {
  queued: { tone: 'quiet', icon: <CircleDashedIcon /> },
  running: { tone: 'run', icon: <ArrowsClockwiseIcon /> },
  done: { tone: 'ok', icon: <CheckCircleIcon /> },
  failed: { tone: 'bad', icon: <WarningCircleIcon /> },
}

/** Picture of a job's asset on a tinted backdrop. `size` is the backdrop's edge length in pixels. */
export function JobPlinth({ job: { asset, kind }, size }: { job: Job; size?: number }) {
  return (
    <Plinth pigment={pigmentOf(asset?.type ?? kind)} src={asset?.iconUrl} {...omitUndefinedProps({ size })}>
      {asset ? <CubeIcon /> : <QueueIcon />}
    </Plinth>
  )
}

/** Name of a job's asset as a link. A job without an asset shows its kind. */
export function JobName({ job: { asset, kind } }: { job: Job }) {
  const translate = useTranslate(jobsMessages)
  if (!asset) {
    const name = translate(`jobs.kind.${kind}`)
    return (
      <span className={styles.name} title={name}>
        {name}
      </span>
    )
  }
  return (
    <Link to="/assets/$id" params={{ id: asset.id }} className={styles.name} title={asset.name}>
      {asset.name}
    </Link>
  )
}

export function JobCell({ job }: { job: Job }) {
  return (
    <div className={styles.cell}>
      <JobPlinth job={job} />
      <span className={styles.words}>
        <JobName job={job} />
        <JobSubject job={job} />
      </span>
    </div>
  )
}

/** Text that distinguishes jobs of one asset or kind: a morph's body, a variant's recipe, an e-mail's topic and recipient. */
export function JobSubject({ job: { body, recipe, letter, to } }: { job: Job }) {
  const translate = useTranslate(jobsMessages)
  const mail = letter && translate('jobs.mailTo', { mail: translate(`jobs.mail.${letter}`), to: to ?? '' })
  const aim = body ? body.name : recipe ? translate(`jobs.recipe.${recipe}`) : mail
  return aim ? <span className={styles.aim}>{aim}</span> : null
}

export function JobKindLabel({ kind }: Pick<Job, 'kind'>) {
  return useTranslate(jobsMessages)(`jobs.kind.${kind}`)
}

export function StatusChip({ status }: Pick<Job, 'status'>) {
  const translate = useTranslate(jobsMessages)
  const { tone, icon } = STATUS_CHIPS[status]
  return (
    <Chip tone={tone} icon={icon}>
      {translate(`jobs.status.${status}`)}
    </Chip>
  )
}

/** Table cell with a job's status, and its progress or the reason of a failure or retry. */
export function StatusCell({ job }: { job: Job }) {
  return (
    <div className={styles.status}>
      <StatusChip status={job.status} />
      {job.status === 'running' && <JobProgress job={job} />}
      {job.error && job.status !== 'done' && <JobErrorText of={job.error} />}
    </div>
  )
}

export function JobOwner({ job: { ownerId, ownerEmail } }: { job: Job }) {
  const translate = useTranslate(jobsMessages)
  if (ownerEmail) return <span title={ownerEmail}>{ownerEmail}</span>
  return <span className={styles.muted}>{ownerId ? translate('account.guest') : translate('jobs.system')}</span>
}

export function JobProgress({ job: { asset, kind, progress } }: { job: Job }) {
  const translate = useTranslate(jobsMessages)
  const label = translate('jobs.progress', { name: asset?.name ?? translate(`jobs.kind.${kind}`) })
  return (
    <span className={styles.running}>
      <ProgressBar label={label} value={progress} />
      <span aria-hidden="true">{translate('jobs.percent', { n: Math.round(progress * 100) })}</span>
    </span>
  )
}

/** Error reason from the server, which is always in English. */
function JobErrorText({ of }: { of: string }) {
  return (
    <span lang="en" className={styles.reason} title={of}>
      {of}
    </span>
  )
}
