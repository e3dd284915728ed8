import type { Finding, ModelReport as Report, Severity } from '../../files/model-report.ts'
import { SEVERITIES } from '../../files/model-report.ts'
import { Chip } from '../kit/Chip.tsx'
import { Notice } from '../kit/feedback/Notice.tsx'
import { formMessages } from '../messages/form.ts'
import { useTranslate } from '../use-translate.ts'
import styles from './ModelReportDialog.module.css'

const TONES = { error: 'bad', warning: 'warn', info: 'quiet', hint: 'quiet' } as const satisfies Record<
  Severity,
  string
>

/** Maximum number of locations listed for a finding. Further locations are shown as a number. */
const MAX_NAMED_LOCATIONS = 3

/** Findings of the Khronos validator: counts by severity, and each finding with its location. */
export function ValidatorFindings({ report: { counts, findings, isCut } }: { report: Report }) {
  const translate = useTranslate(formMessages)
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
              <FindingLocations finding={finding} />
            </p>
          </li>
        ))}
      </ul>
      {isCut && <p className={styles.cut}>{translate('report.cut')}</p>}
    </>
  )
}

function FindingLocations({ finding: { places } }: { finding: Finding }) {
  const translate = useTranslate(formMessages)
  const namedPlaces = places.filter(Boolean).slice(0, MAX_NAMED_LOCATIONS)
  const hiddenCount = places.length - namedPlaces.length
  if (namedPlaces.length === 0)
    return places.length > 1 ? <small>{translate('report.times', { n: places.length })}</small> : null
  return (
    <small>
      {namedPlaces.join(', ')}
      {hiddenCount > 0 && ` ${translate('report.morePlaces', { n: hiddenCount })}`}
    </small>
  )
}
