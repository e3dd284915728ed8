import type { Job, JobCost } from '../../api/contract/jobs.ts'
import { useAtelier } from '../context.ts'
import { formatBytes } from '../format-bytes.ts'
import { getNumberFormatter } from '../formats.ts'
import { ProgressBar } from '../kit/feedback/ProgressBar.tsx'
import { Dialog } from '../kit/overlays/Dialog.tsx'
import type { Language } from '../language.ts'
import { jobsMessages } from '../messages/jobs.ts'
import { useTranslate } from '../use-translate.ts'
import { JobKindLabel, JobOwner, StatusChip } from './JobCells.tsx'
import styles from './JobDetails.module.css'

export interface JobDetailsProps {
  job: Job
  onClose: () => void
}

/** Dialog with the state of a job, and the resources that the job used of its budget. */
export function JobDetails({ job, onClose }: JobDetailsProps) {
  const translate = useTranslate(jobsMessages)
  const { asset, kind, used, budget, error } = job
  return (
    <Dialog
      isOpen
      title={asset?.name ?? translate(`jobs.kind.${kind}`)}
      closeLabel={translate('jobs.details.close')}
      onClose={onClose}
    >
      <dl className={styles.facts}>
        <dt>{translate('jobs.kind')}</dt>
        <dd>
          <JobKindLabel kind={kind} />
        </dd>
        <dt>{translate('jobs.status')}</dt>
        <dd>
          <StatusChip status={job.status} />
        </dd>
        <dt>{translate('jobs.attempts')}</dt>
        <dd>{job.attempts}</dd>
        <dt>{translate('jobs.owner')}</dt>
        <dd>
          <JobOwner job={job} />
        </dd>
      </dl>
      {error && job.status !== 'done' && (
        <p lang="en" className={styles.reason}>
          {error}
        </p>
      )}
      {used && budget && <ResourceUsage used={used} budget={budget} />}
    </Dialog>
  )
}

function ResourceUsage({ used, budget }: { used: JobCost; budget: JobCost }) {
  const translate = useTranslate(jobsMessages)
  const { language } = useAtelier()
  const lines = [
    { word: 'jobs.used.time', resource: 'ms', format: formatDuration },
    { word: 'jobs.used.cpu', resource: 'cpuMs', format: formatDuration },
    { word: 'jobs.used.data', resource: 'bytes', format: formatBytes },
  ] as const
  return (
    <section aria-labelledby="job-usage">
      <h3 id="job-usage" className={styles.title}>
        {translate('jobs.usage')}
      </h3>
      <ul className={styles.lines}>
        {lines.map(({ word, resource, format }) => {
          const [spent, allowed] = [used[resource], budget[resource]]
          return (
            <li key={resource}>
              <span className={styles.line}>
                <span>{translate(word)}</span>
                <span className={styles.amount}>
                  {translate('jobs.usedOf', { used: format(spent, language), allowed: format(allowed, language) })}
                </span>
              </span>
              <ProgressBar label={translate(word)} value={spent / allowed} />
            </li>
          )
        })}
      </ul>
      <p className={styles.tip}>{translate('jobs.usage.tip')}</p>
    </section>
  )
}

const UNITS = [
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const

/** Formats milliseconds in the largest suitable unit, with one decimal: "1.5 min", in German "1,5 Min.". */
function formatDuration(ms: number, language: Language): string {
  const [unit, size] = UNITS.find(([, from]) => ms >= from) ?? UNITS[2]
  return getNumberFormatter(language, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 }).format(
    ms / size,
  )
}
