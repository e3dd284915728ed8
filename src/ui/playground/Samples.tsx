import { useAtelier } from '../context.ts'
import styles from './Playground.module.css'
import { SAMPLES } from './samples.ts'

/** Props of {@link Samples}; `shown` is the address of the model that is shown, where it is one. */
export interface SamplesProps {
  shown: string | null
  onChoose: (address: string) => void
}

/** Models of ours to choose from, each by its picture. */
export function Samples({ shown, onChoose }: SamplesProps) {
  const { translate } = useAtelier()
  return (
    <ul className={styles.samples} aria-label={translate('playground.samples')}>
      {SAMPLES.map(({ name, address, icon }) => (
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
