import { LIFE_PARTS } from '../../machines/rules/life.ts'
import { VISEMES, type Viseme } from '../../machines/rules/visemes.ts'
import { useAtelier } from '../context.ts'
import { Segmented } from '../kit/Segmented.tsx'
import { SelectField } from '../kit/SelectField.tsx'
import { Switch } from '../kit/Switch.tsx'
import styles from './Playground.module.css'
import type { Trial } from './playground.ts'

/** Props of {@link LifeFields}. */
export interface LifeFieldsProps {
  trial: Trial
  onTrial: (part: Partial<Trial>) => void
  /** The model has clips of its own. */
  hasClips: boolean
  hasFace: boolean
}

const GAZES = ['ahead', 'cursor', 'camera'] as const

/** What the model does by itself, and where it looks. */
export function LifeFields({ trial, onTrial, hasClips, hasFace }: LifeFieldsProps) {
  const { translate } = useAtelier()
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
            isSelected={trial.life.includes(part)}
            isDisabled={part === 'idle' && !hasClips}
            onChange={(on) =>
              onTrial({ life: LIFE_PARTS.filter((one) => (one === part ? on : trial.life.includes(one))) })
            }
          />
        ))}
      </div>
      <Segmented
        label={translate('playground.gaze')}
        showsLabel
        size="sm"
        wide
        items={GAZES.map((id) => ({ id, label: translate(`playground.gaze.${id}`) }))}
        value={trial.gaze ?? 'ahead'}
        onChange={(gaze) => onTrial({ gaze: gaze === 'ahead' ? null : gaze })}
      />
      <SelectField
        label={translate('playground.viseme')}
        items={VISEMES.map((id) => ({ id, label: id === 'sil' ? translate('playground.viseme.none') : id }))}
        value={trial.viseme ?? 'sil'}
        placeholder=""
        isDisabled={!hasFace}
        onChange={(viseme) => onTrial({ viseme: viseme === 'sil' ? null : (viseme as Viseme) })}
      />
    </section>
  )
}
