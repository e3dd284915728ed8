import { WarningIcon } from '@phosphor-icons/react/Warning'
import type { FileMeasure } from '../../files/file-facts.ts'
import { useAtelier } from '../context.ts'
import { formatBytes } from '../format-bytes.ts'
import { formatNumber } from '../format-number.ts'
import { Icon } from '../kit/Icon.tsx'
import { formMessages } from '../messages/form.ts'
import { useTranslate } from '../use-translate.ts'
import styles from './AssetChecks.module.css'

/** Statistics of a model next to the budgets for phones. Statistics over budget are highlighted. */
export function ModelMeasures({ measures }: { measures: readonly FileMeasure[] }) {
  const translate = useTranslate(formMessages)
  const { language } = useAtelier()
  const formatMeasure = (id: FileMeasure['id'], amount: number) =>
    id === 'textureBytes' ? formatBytes(amount, language) : formatNumber(amount, language)
  return (
    <dl className={styles.measures} aria-label={translate('new.inside')}>
      {measures.map(({ id, value, max }) => (
        <div key={id} data-over={value > max || undefined}>
          <dt>{translate(`measure.${id}`)}</dt>
          <dd>
            {value > max && (
              <Icon size="sm">
                <WarningIcon weight="fill" />
              </Icon>
            )}
            {formatMeasure(id, value)}
            <small>{translate('measure.of', { max: formatMeasure(id, max) })}</small>
          </dd>
        </div>
      ))}
    </dl>
  )
}
