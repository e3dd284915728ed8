import { useAtelier } from '../context.ts'
import { formatDecimals } from '../formats.ts'
import { SegmentedControl } from '../kit/fields/SegmentedControl.tsx'
import { Slider } from '../kit/fields/Slider.tsx'
import { Switch } from '../kit/fields/Switch.tsx'
import { lookMessages } from '../messages/look.ts'
import { useTranslate } from '../use-translate.ts'
import styles from './Playground.module.css'
import type { PlaygroundSettings } from './playground-settings.ts'

export interface CameraFieldsProps {
  settings: PlaygroundSettings
  onSettings: (part: Partial<PlaygroundSettings>) => void
}

const FRAMINGS = ['none', 'full', 'half', 'bust', 'face'] as const
const CAMERA_SWITCHES = ['orbit', 'pan'] as const

export function CameraFields({ settings, onSettings }: CameraFieldsProps) {
  const translate = useTranslate(lookMessages)
  const { language } = useAtelier()
  return (
    <section aria-labelledby="playground-camera">
      <h2 className={styles.title} id="playground-camera">
        {translate('playground.camera')}
      </h2>
      <SegmentedControl
        label={translate('playground.framing')}
        size="sm"
        wide
        items={FRAMINGS.map((id) => ({ id, label: translate(`playground.framing.${id}`) }))}
        value={settings.framing ?? 'none'}
        onChange={(framing) => onSettings({ framing: framing === 'none' ? null : framing })}
      />
      <Slider
        label={translate('playground.autoRotate')}
        min={-1}
        max={1}
        step={0.1}
        value={settings.autoRotate}
        onChange={(autoRotate) => onSettings({ autoRotate })}
        format={(rate) => formatDecimals(rate, language, 1)}
      />
      <div className={styles.switches}>
        {CAMERA_SWITCHES.map((name) => (
          <Switch
            key={name}
            size="sm"
            label={translate(`playground.${name}`)}
            isSelected={settings[name]}
            onChange={(on) => onSettings({ [name]: on })}
          />
        ))}
      </div>
    </section>
  )
}
