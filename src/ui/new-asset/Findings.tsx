import type { Finding, ModelReport as Report, Severity } from '../../files/model-report.ts'
import { SEVERITIES } from '../../files/model-report.ts'
import { useAtelier } from '../context.ts'
import { Chip } from '../kit/Chip.tsx'
import { Notice } from '../kit/Notice.tsx'
import styles from './ModelReport.module.css'

const TONES = { error: 'bad', warning: 'warn', info: 'quiet', hint: 'quiet' } as const satisfies Record<
  Severity,
  string
>

/** How many places of one finding are named; the others are counted. */
const PLACES_NAMED = 3

/** What the Khronos validator found: how many of each severity, and each finding with where it is. */
export function Findings({ report: { counts, findings, isCut } }: { report: Report }) {
  const { translate } = useAtelier()
  if (findings.length === 0) return <Notice tone="ok">{translate('report.clean')}</Notice>
  return (
    <>
      <p className={styles.counts} role="status">
        {SEVERITIES.filter((severity) => counts[severity] > 0).map((severity) => (
          <Chip key={severity} tone={TONES[severity]}>
            {translate(`report.count.${severity}`, { n: counts[severity] })}
          </Chip>
        ))}
      </p>
      <ul className={styles.findings}>
        {findings.map((finding) => (
          <li key={`${finding.severity} ${finding.code} ${finding.message}`}>
            <Chip tone={TONES[finding.severity]}>{translate(`report.${finding.severity}`)}</Chip>
            <p>
              {finding.message}
              <code>{finding.code}</code>
              <Places finding={finding} />
            </p>
          </li>
        ))}
      </ul>
      {isCut && <p className={styles.cut}>{translate('report.cut')}</p>}
    </>
  )
}

function Places({ finding: { places } }: { finding: Finding }) {
  const { translate } = useAtelier()
  const named = places.filter(Boolean).slice(0, PLACES_NAMED)
  const more = places.length - named.length
  if (named.length === 0)
    return places.length > 1 ? <small>{translate('report.times', { n: places.length })}</small> : null
  return (
    <small>
      {named.join(', ')}
      {more > 0 && ` ${translate('report.morePlaces', { n: more })}`}
    </small>
  )
}
