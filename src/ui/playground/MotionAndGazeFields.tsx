import { LIFE_PARTS } from '../../machines/viewer/life.ts'
import { VISEMES, type Viseme } from '../../machines/viewer/visemes.ts'
import { SegmentedControl } from '../kit/fields/SegmentedControl.tsx'
import { SelectField } from '../kit/fields/SelectField.tsx'
import { Switch } from '../kit/fields/Switch.tsx'
import { lookMessages } from '../messages/look.ts'
import { useTranslate } from '../use-translate.ts'
import styles from './Playground.module.css'
import type { PlaygroundSettings } from './playground-settings.ts'

export interface MotionAndGazeFieldsProps {
  settings: PlaygroundSettings
  onSettings: (part: Partial<PlaygroundSettings>) => void
  /** Whether the model has clips of its own. */
  hasClips: boolean
  hasFace: boolean
}

const GAZES = ['ahead', 'cursor', 'camera'] as const

/** Fields for the model's automatic motion and its gaze. */
export function MotionAndGazeFields({ settings, onSettings, hasClips, hasFace }: MotionAndGazeFieldsProps) {
  const translate = useTranslate(lookMessages)
  return (
    <section aria-labelledby="playground-life">
      <h2 className={styles.title} id="playground-life">
        {translate('playground.life')}
      </h2>
      <div className={styles.switches}>
        {LIFE_PARTS.map((part) => (
          <Switch
            key={part}
            size="sm"
            label={translate(`playground.life.${part}`)}
            isSelected={settings.life.includes(part)}
            isDisabled={part === 'idle' && !hasClips}
            onChange={(on) =>
              onSettings({ life: LIFE_PARTS.filter((name) => (name === part ? on : settings.life.includes(name))) })
            }
          />
        ))}
      </div>
      <SegmentedControl
        label={translate('playground.gaze')}
        showsLabel
        size="sm"
        wide
        items={GAZES.map((id) => ({ id, label: translate(`playground.gaze.${id}`) }))}
        value={settings.gaze ?? 'ahead'}
        onChange={(gaze) => onSettings({ gaze: gaze === 'ahead' ? null : gaze })}
      />
      <SelectField
        label={translate('playground.viseme')}
        items={VISEMES.map((id) => ({ id, label: id === 'sil' ? translate('playground.viseme.none') : id }))}
        value={settings.viseme ?? 'sil'}
        placeholder=""
        isDisabled={!hasFace}
        onChange={(viseme) => onSettings({ viseme: viseme === 'sil' ? null : (viseme as Viseme) })}
      />
    </section>
  )
}
