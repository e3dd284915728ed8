import { ArrowsClockwiseIcon } from '@phosphor-icons/react/ArrowsClockwise'
import { CheckCircleIcon } from '@phosphor-icons/react/CheckCircle'
import { CircleDashedIcon } from '@phosphor-icons/react/CircleDashed'
import { CubeIcon } from '@phosphor-icons/react/Cube'
import { QueueIcon } from '@phosphor-icons/react/Queue'
import { WarningCircleIcon } from '@phosphor-icons/react/WarningCircle'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import type { Job, JobStatus } from '../../api/contract/jobs.ts'
import { useAtelier } from '../context.ts'
import { Chip, type ChipProps } from '../kit/Chip.tsx'
import { given } from '../kit/given.ts'
import { Plinth } from '../kit/Plinth.tsx'
import { ProgressBar } from '../kit/ProgressBar.tsx'
import { pigmentOf } from '../kit/pigment.ts'
import styles from './JobMarks.module.css'

/** How each status looks: its shape first, its colour second. */
const LOOKS: Record<JobStatus, { tone: NonNullable<ChipProps['tone']>; icon: ReactElement }> = {
  queued: { tone: 'quiet', icon: <CircleDashedIcon /> },
  running: { tone: 'run', icon: <ArrowsClockwiseIcon /> },
  done: { tone: 'ok', icon: <CheckCircleIcon /> },
  failed: { tone: 'bad', icon: <WarningCircleIcon /> },
}

/** What a job is about, on its plinth; `size` is the plinth's. */
export function JobPlinth({ job: { asset, kind }, size }: { job: Job; size?: number }) {
  return (
    <Plinth pigment={pigmentOf(asset?.type ?? kind)} src={asset?.iconUrl} {...given({ size })}>
      {asset ? <CubeIcon /> : <QueueIcon />}
    </Plinth>
  )
}

/** The name of a job's asset, leading there; its kind where there is none. */
export function JobName({ job: { asset, kind } }: { job: Job }) {
  const { translate } = useAtelier()
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

/** What a job is about, as a table shows it. */
export function JobCell({ job }: { job: Job }) {
  return (
    <div className={styles.cell}>
      <JobPlinth job={job} />
      <span className={styles.words}>
        <JobName job={job} />
        <JobAim job={job} />
      </span>
    </div>
  )
}

/** What tells a job from others about the same asset: the body that it is fitted to, or the variant that is made. */
export function JobAim({ job: { body, recipe } }: { job: Job }) {
  const { translate } = useAtelier()
  const aim = body ? body.name : recipe && translate(`jobs.recipe.${recipe}`)
  return aim ? <span className={styles.aim}>{aim}</span> : null
}

/** A job's kind in words. */
export function KindWord({ kind }: Pick<Job, 'kind'>) {
  return useAtelier().translate(`jobs.kind.${kind}`)
}

/** Where a job stands, in a word. */
export function StatusChip({ status }: Pick<Job, 'status'>) {
  const { translate } = useAtelier()
  const { tone, icon } = LOOKS[status]
  return (
    <Chip tone={tone} icon={icon}>
      {translate(`jobs.status.${status}`)}
    </Chip>
  )
}

/** Where a job stands: how far it has come, or why it failed or is tried again. */
export function StatusCell({ job }: { job: Job }) {
  return (
    <div className={styles.status}>
      <StatusChip status={job.status} />
      {job.status === 'running' && <Progress job={job} />}
      {job.error && job.status !== 'done' && <Reason of={job.error} />}
    </div>
  )
}

/** Who asked for a job. */
export function OwnerWord({ job: { ownerId, ownerEmail } }: { job: Job }) {
  const { translate } = useAtelier()
  if (ownerEmail) return <span title={ownerEmail}>{ownerEmail}</span>
  return <span className={styles.muted}>{ownerId ? translate('account.guest') : translate('jobs.system')}</span>
}

/** How far a job at work has come. */
export function Progress({ job: { asset, kind, progress } }: { job: Job }) {
  const { translate } = useAtelier()
  const label = translate('jobs.progress', { name: asset?.name ?? translate(`jobs.kind.${kind}`) })
  return (
    <span className={styles.running}>
      <ProgressBar label={label} value={progress} />
      <span aria-hidden="true">{translate('jobs.percent', { n: Math.round(progress * 100) })}</span>
    </span>
  )
}

/** The server's own sentence, which is English whatever is spoken here. */
function Reason({ of }: { of: string }) {
  return (
    <span lang="en" className={styles.reason} title={of}>
      {of}
    </span>
  )
}
