import { useAtelier } from '../context.ts'
import { SelectField } from '../kit/SelectField.tsx'
import { LIGHTINGS, type Lighting } from '../viewer/lightings.ts'
import styles from './LookPanel.module.css'
import type { Look } from './look.ts'

/** Props of {@link LightingField}. */
export interface LightingFieldProps {
  look: Look
  onLook: (part: Partial<Look>) => void
  isWaiting: boolean
}

/** Which lamps light a model beside its environment. */
export function LightingField({ look, onLook, isWaiting }: LightingFieldProps) {
  const { translate } = useAtelier()
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
