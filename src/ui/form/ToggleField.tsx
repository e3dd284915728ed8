import type { ReactNode } from 'react'
import { Switch } from '../kit/Switch.tsx'
import type { Bound } from './use-form-view.ts'

/** Props of {@link ToggleField}. */
export interface ToggleFieldProps {
  /** The field's name: its value is a boolean under it (Spec §3). */
  name: string
  bound: Bound
  label: string
  description?: ReactNode
}

/** A form's toggle: each press flips its boolean (Spec §4). */
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
