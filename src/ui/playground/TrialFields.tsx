import { useAtelier } from '../context.ts'
import { formatDecimals } from '../formats.ts'
import { Slider } from '../kit/Slider.tsx'
import { Switch } from '../kit/Switch.tsx'
import { TextField } from '../kit/TextField.tsx'
import { POINT } from '../viewer/embed/kinds.ts'
import styles from './Playground.module.css'
import type { Trial } from './playground.ts'

/** Props of {@link TrialFields}. */
export interface TrialFieldsProps {
  trial: Trial
  onTrial: (part: Partial<Trial>) => void
  /** The camera goes where the model asks for it. */
  isFitted: boolean
}

const SWITCHES = ['zoom', 'turntable', 'tools', 'ar'] as const

/** Options that the look does not have. */
export function TrialFields({ trial, onTrial, isFitted }: TrialFieldsProps) {
  const { translate, language } = useAtelier()
  const isWrong = POINT.read(trial.position) === undefined
  return (
    <section aria-labelledby="playground-options">
      <h2 className={styles.title} id="playground-options">
        {translate('playground.options')}
      </h2>
      <Slider
        label={translate('playground.scale')}
        min={0.1}
        max={3}
        step={0.1}
        value={trial.scale}
        onChange={(scale) => onTrial({ scale })}
        format={(scale) => formatDecimals(scale, language, 1)}
      />
      <TextField
        label={translate('playground.position')}
        description={translate('playground.position.why')}
        value={trial.position}
        onChange={(position) => onTrial({ position })}
        isDisabled={isFitted}
        error={isWrong ? translate('playground.positionRefused') : undefined}
      />
      <div className={styles.switches}>
        {SWITCHES.map((name) => (
          <Switch
            key={name}
            size="sm"
            label={translate(`playground.${name}`)}
            isSelected={trial[name]}
            onChange={(on) => onTrial({ [name]: on })}
          />
        ))}
      </div>
    </section>
  )
}
