import { CheckIcon } from '@phosphor-icons/react/Check'
import { Label, Radio, RadioGroup } from 'react-aria-components/RadioGroup'
import fields from '../Field.module.css'
import type { Pigment } from '../feedback/pigment.ts'
import { Icon } from '../Icon.tsx'
import styles from './SwatchPicker.module.css'

export interface SwatchPickerProps<Id extends Pigment> {
  label: string
  /** Available hues with their names. */
  items: readonly { id: Id; label: string }[]
  value: Id
  onChange: (id: Id) => void
}

/** Radio group of hues. The selected hue shows a tick, and its name is shown above. */
export function SwatchPicker<Id extends Pigment>({ label, items, value, onChange }: SwatchPickerProps<Id>) {
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
