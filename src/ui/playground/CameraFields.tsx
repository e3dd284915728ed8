import { useAtelier } from '../context.ts'
import { formatDecimals } from '../formats.ts'
import { Segmented } from '../kit/Segmented.tsx'
import { Slider } from '../kit/Slider.tsx'
import { Switch } from '../kit/Switch.tsx'
import styles from './Playground.module.css'
import type { Trial } from './playground.ts'

/** Props of {@link CameraFields}. */
export interface CameraFieldsProps {
  trial: Trial
  onTrial: (part: Partial<Trial>) => void
}

const FRAMINGS = ['none', 'full', 'half', 'bust', 'face'] as const
const SWITCHES = ['orbit', 'pan'] as const

/** What the camera shows, and how a hand moves it. */
export function CameraFields({ trial, onTrial }: CameraFieldsProps) {
  const { translate, language } = useAtelier()
  return (
    <section aria-labelledby="playground-camera">
      <h2 className={styles.title} id="playground-camera">
        {translate('playground.camera')}
      </h2>
      <Segmented
        label={translate('playground.framing')}
        size="sm"
        wide
        items={FRAMINGS.map((id) => ({ id, label: translate(`playground.framing.${id}`) }))}
        value={trial.framing ?? 'none'}
        onChange={(framing) => onTrial({ framing: framing === 'none' ? null : framing })}
      />
      <Slider
        label={translate('playground.autoRotate')}
        min={-1}
        max={1}
        step={0.1}
        value={trial.autoRotate}
        onChange={(autoRotate) => onTrial({ autoRotate })}
        format={(rate) => formatDecimals(rate, language, 1)}
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
