import { SelectField } from '../kit/fields/SelectField.tsx'
import { lookMessages } from '../messages/look.ts'
import { useTranslate } from '../use-translate.ts'
import { LIGHTINGS, type Lighting } from '../viewer/light/lightings.ts'
import styles from './LookPanel.module.css'
import type { Look } from './look.ts'

export interface LightingFieldProps {
  look: Look
  onLook: (part: Partial<Look>) => void
  isWaiting: boolean
}

/** Select field for the lights in addition to the environment. */
export function LightingField({ look, onLook, isWaiting }: LightingFieldProps) {
  const translate = useTranslate(lookMessages)
  return (
    <section>
      <SelectField
        className={styles.inline}
        label={translate('look.lighting')}
        items={LIGHTINGS.map((id) => ({ id, label: translate(`look.lighting.${id}`) }))}
        value={look.lighting}
        onChange={(id) => onLook({ lighting: id as Lighting })}
        placeholder={translate('look.lighting')}
        isDisabled={isWaiting}
      />
    </section>
  )
}
