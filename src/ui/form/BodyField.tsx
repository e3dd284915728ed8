import type { ReactNode } from 'react'
import { useAtelier } from '../context.ts'
import type { Choice } from '../kit/Option.tsx'
import { SelectField } from '../kit/SelectField.tsx'
import type { Bound } from './use-form-view.ts'

/** The choice that an asset is made for no body. */
const NONE = 'none'

/** Props of {@link BodyField}. */
export interface BodyFieldProps {
  label: string
  /** Its value is a body's id; `null` or `undefined` for none. */
  bound: Bound
  /** The bodies that there are, once that is known. */
  bodies: readonly Choice[] | undefined
  description?: string | undefined
  /** At the end of the label's line. */
  labelEnd?: ReactNode
  isDisabled?: boolean | undefined
}

/** The body that an asset is made for, or none. */
export function BodyField({ label, bound: { value, onChange, onBlur, error }, bodies, ...rest }: BodyFieldProps) {
  const { translate } = useAtelier()
  const id = typeof value === 'string' ? value : NONE
  const known = [{ id: NONE, label: translate('asset.body.none') }, ...(bodies ?? [])]
  const isKnown = known.some((body) => body.id === id)
  // Beyond those that are offered, or all of them still on their way.
  const other = { id, label: translate(bodies ? 'asset.body.other' : 'asset.body.loading') }
  return (
    <div data-field="bodyId">
      <SelectField
        {...rest}
        label={label}
        items={isKnown ? known : [...known, other]}
        value={id}
        onChange={(chosen) => onChange(chosen === NONE ? null : chosen)}
        onBlur={onBlur}
        error={error}
        placeholder={label}
      />
    </div>
  )
}
