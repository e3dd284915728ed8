import { CheckIcon } from '@phosphor-icons/react/Check'
import { Label, Radio, RadioGroup } from 'react-aria-components/RadioGroup'
import fields from './Field.module.css'
import { Icon } from './Icon.tsx'
import type { Pigment } from './pigment.ts'
import styles from './Swatches.module.css'

/** Props of {@link Swatches}. */
export interface SwatchesProps<Id extends Pigment> {
  label: string
  /** The hues on offer with their names. */
  items: readonly { id: Id; label: string }[]
  value: Id
  onChange: (id: Id) => void
}

/** One hue of several, all in sight; arrows walk them. The chosen one carries a tick and its name. */
export function Swatches<Id extends Pigment>({ label, items, value, onChange }: SwatchesProps<Id>) {
  return (
    <RadioGroup value={value} onChange={(id) => onChange(id as Id)} className={fields.field!}>
      <span className={fields.head}>
        <Label className={fields.label!}>{label}</Label>
        <span className={fields.aside}>{items.find(({ id }) => id === value)?.label}</span>
      </span>
      <div className={styles.swatches}>
        {items.map(({ id, label: name }) => (
          <Radio key={id} value={id} aria-label={name} className={styles.swatch!} data-pigment={id}>
            {({ isSelected }) => isSelected && <Icon size="sm">{<CheckIcon weight="bold" />}</Icon>}
          </Radio>
        ))}
      </div>
    </RadioGroup>
  )
}
