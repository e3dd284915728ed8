import { lookMessages } from '../messages/look.ts'
import { useTranslate } from '../use-translate.ts'
import styles from './Playground.module.css'
import { SAMPLE_MODELS } from './samples.ts'

/** Props of {@link SamplePicker}; `shown` is the URL of the shown model, if it is a sample. */
export interface SamplePickerProps {
  shown: string | null
  onChoose: (address: string) => void
}

/** Picker for sample models, shown as pictures. */
export function SamplePicker({ shown, onChoose }: SamplePickerProps) {
  const translate = useTranslate(lookMessages)
  return (
    <ul className={styles.samples} aria-label={translate('playground.samples')}>
      {SAMPLE_MODELS.map(({ name, address, icon }) => (
        <li key={address}>
          <button
            type="button"
            className={styles.sample}
            aria-label={name}
            title={name}
            aria-pressed={address === shown}
            onClick={() => onChoose(address)}
          >
            <img src={icon} alt="" width={40} height={40} />
          </button>
        </li>
      ))}
    </ul>
  )
}
