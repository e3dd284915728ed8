import { WarningIcon } from '@phosphor-icons/react/Warning'
import type { FileMeasure } from '../../files/file-facts.ts'
import { formatBytes } from '../bytes.ts'
import { useAtelier } from '../context.ts'
import { formatNumber } from '../format-number.ts'
import { Icon } from '../kit/Icon.tsx'
import styles from './AssetChecks.module.css'

/** What a model holds, each beside what is fine on a phone; what goes beyond carries a mark. */
export function ModelMeasures({ measures }: { measures: readonly FileMeasure[] }) {
  const { translate, language } = useAtelier()
  const say = (id: FileMeasure['id'], amount: number) =>
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
            {say(id, value)}
            <small>{translate('measure.of', { max: say(id, max) })}</small>
          </dd>
        </div>
      ))}
    </dl>
  )
}
