import { SelectField } from '../kit/fields/SelectField.tsx'
import { lookMessages } from '../messages/look.ts'
import { useTranslate } from '../use-translate.ts'
import { LIGHTING_MODES, type LightingMode } from '../viewer/light/lighting-modes.ts'
import styles from './DisplayOptionsPanel.module.css'
import type { DisplayOptions } from './display-options.ts'

export interface LightingFieldProps {
  look: DisplayOptions
  onLook: (part: Partial<DisplayOptions>) => void
  isWaiting: boolean
}

/** Select field for lights in addition to the environment. */
export function LightingField({ look, onLook, isWaiting }: LightingFieldProps) {
  const translate = useTranslate(lookMessages)
  return (
    <section>
      <SelectField
        className={styles.inline}
        label={translate('look.lighting')}
        items={LIGHTING_MODES.map((id) => ({ id, label: translate(`look.lighting.${id}`) }))}
        value={look.lighting}
        onChange={(id) => onLook({ lighting: id as LightingMode })}
        placeholder={translate('look.lighting')}
        isDisabled={isWaiting}
      />
    </section>
  )
}
