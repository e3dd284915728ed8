import { CheckCircleIcon } from '@phosphor-icons/react/CheckCircle'
import { CircleDashedIcon } from '@phosphor-icons/react/CircleDashed'
import { WarningIcon } from '@phosphor-icons/react/Warning'
import { XIcon } from '@phosphor-icons/react/X'
import { XCircleIcon } from '@phosphor-icons/react/XCircle'
import { type ReactNode, useState } from 'react'
import { useAtelier } from '../context.ts'
import { Button } from '../kit/Button.tsx'
import { Chip } from '../kit/Chip.tsx'
import { Icon } from '../kit/Icon.tsx'
import { formMessages } from '../messages/form.ts'
import { useTranslate } from '../use-translate.ts'
import styles from './AssetChecks.module.css'
import { type AssetCheckInput, buildAssetChecks } from './asset-checks.ts'
import { ModelMeasures } from './ModelMeasures.tsx'
import { ModelReportDialog } from './ModelReportDialog.tsx'

const GLYPHS = {
  ok: <CheckCircleIcon weight="fill" />,
  warn: <WarningIcon weight="fill" />,
  bad: <XCircleIcon weight="fill" />,
  wait: <CircleDashedIcon />,
}

export interface AssetChecksProps extends AssetCheckInput {
  /** Message that lists what is missing to create the asset. Undefined if nothing is missing. */
  missingMessage: string | undefined
  picture: ReactNode
}

/** Right column of the page: preview of the model, check results and missing requirements. */
export function AssetChecks({ missingMessage, picture, ...checked }: AssetChecksProps) {
  const translate = useTranslate(formMessages)
  const { language } = useAtelier()
  const [isReading, setIsReading] = useState(false)
  const checks = buildAssetChecks(checked, translate, language)
  const errorCount = checks.filter(({ state }) => state === 'bad').length
  const warningCount = checks.filter(({ state }) => state === 'warn').length
  const { file, verdict } = checked.uploads.model.context
  return (
    <aside className={styles.aside} aria-label={translate('new.previewAndChecks')}>
      <div className={styles.stage}>{picture ?? <p className={styles.empty}>{translate('new.preview')}</p>}</div>
      <section className={styles.checks}>
        <h2>
          {translate('new.checks')}
          {errorCount > 0 && (
            <Chip tone="bad" icon={<XIcon weight="bold" />} className={styles.count}>
              {translate('new.toFix', { n: errorCount })}
            </Chip>
          )}
          {errorCount === 0 && warningCount === 0 && missingMessage === undefined && (
            <Chip tone="ok" className={styles.count}>
              {translate('new.allGood')}
            </Chip>
          )}
        </h2>
        <ul>
          {checks.map(({ id, state, text, why }) => (
            <li key={id} data-state={state}>
              <Icon>{GLYPHS[state]}</Icon>
              <span>
                {text}
                {why && <small>{why}</small>}
              </span>
            </li>
          ))}
        </ul>
        <p id="new-asset-waits" className={styles.waits} role="status">
          {missingMessage ??
            (warningCount > 0 ? translate('new.readyWarnings', { n: warningCount }) : translate('new.ready'))}
        </p>
        {verdict && verdict.measures.length > 0 && <ModelMeasures measures={verdict.measures} />}
        {file && (
          <Button variant="line" size="sm" className={styles.report} onClick={() => setIsReading(true)}>
            {translate('report.open')}
          </Button>
        )}
      </section>
      {file && isReading && <ModelReportDialog file={file} onClose={() => setIsReading(false)} />}
    </aside>
  )
}
