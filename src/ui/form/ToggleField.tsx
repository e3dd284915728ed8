import type { ReactNode } from 'react'
import { Switch } from '../kit/fields/Switch.tsx'
import type { BoundField } from './use-form-view.ts'

export interface ToggleFieldProps {
  /** Name of the boolean field (Spec §3). */
  name: string
  bound: BoundField
  label: string
  description?: ReactNode
}

/** Switch of a boolean field (Spec §4). */
export function ToggleField({ name, bound, label, description }: ToggleFieldProps) {
  return (
    <div data-field={name}>
      <Switch
        label={label}
        description={description}
        name={name}
        isSelected={bound.value === true}
        onChange={bound.onChange}
        onBlur={bound.onBlur}
      />
    </div>
  )
}
