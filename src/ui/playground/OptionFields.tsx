import { useAtelier } from '../context.ts'
import { formatDecimals } from '../formats.ts'
import { Slider } from '../kit/fields/Slider.tsx'
import { Switch } from '../kit/fields/Switch.tsx'
import { TextField } from '../kit/fields/TextField.tsx'
import { lookMessages } from '../messages/look.ts'
import { useTranslate } from '../use-translate.ts'
import { POINT_KIND } from '../viewer/embed/option-kinds.ts'
import styles from './Playground.module.css'
import type { PlaygroundSettings } from './playground-settings.ts'

export interface OptionFieldsProps {
  settings: PlaygroundSettings
  onSettings: (part: Partial<PlaygroundSettings>) => void
  /** Whether the camera fits the model automatically. Then the position field is disabled. */
  isFitted: boolean
}

const OPTION_SWITCHES = ['zoom', 'turntable', 'tools', 'ar'] as const

/** Fields for viewer options that are not in `DisplayOptions`. */
export function OptionFields({ settings, onSettings, isFitted }: OptionFieldsProps) {
  const translate = useTranslate(lookMessages)
  const { language } = useAtelier()
  const isInvalid = POINT_KIND.read(settings.position) === undefined
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
        value={settings.scale}
        onChange={(scale) => onSettings({ scale })}
        format={(scale) => formatDecimals(scale, language, 1)}
      />
      <TextField
        label={translate('playground.position')}
        description={translate('playground.position.why')}
        value={settings.position}
        onChange={(position) => onSettings({ position })}
        isDisabled={isFitted}
        error={isInvalid ? translate('playground.positionRefused') : undefined}
      />
      <div className={styles.switches}>
        {OPTION_SWITCHES.map((name) => (
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
