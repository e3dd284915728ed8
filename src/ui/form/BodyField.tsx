import type { ReactNode } from 'react'
import type { Choice } from '../kit/fields/ListBoxOption.tsx'
import { SelectField } from '../kit/fields/SelectField.tsx'
import { assetMessages } from '../messages/asset.ts'
import { useTranslate } from '../use-translate.ts'
import type { BoundField } from './use-form-view.ts'

const NO_BODY = 'none'

export interface BodyFieldProps {
  label: string
  /** Form field whose value is the id of a body, or `null` or `undefined` for none. */
  bound: BoundField
  /** Available bodies; undefined while they load. */
  bodies: readonly Choice[] | undefined
  description?: string | undefined
  labelEnd?: ReactNode
  isDisabled?: boolean | undefined
}

/** Select field for the body that an asset is made for. */
export function BodyField({ label, bound: { value, onChange, onBlur, error }, bodies, ...rest }: BodyFieldProps) {
  const translate = useTranslate(assetMessages)
  const id = typeof value === 'string' ? value : NO_BODY
  const choices = [{ id: NO_BODY, label: translate('asset.body.none') }, ...(bodies ?? [])]
  const isKnown = choices.some((body) => body.id === id)
  // Choice for a body that is not in the list, or for any body while the list loads.
  const other = { id, label: translate(bodies ? 'asset.body.other' : 'asset.body.loading') }
  return (
    <div data-field="bodyId">
      <SelectField
        {...rest}
        label={label}
        items={isKnown ? choices : [...choices, other]}
        value={id}
        onChange={(chosen) => onChange(chosen === NO_BODY ? null : chosen)}
        onBlur={onBlur}
        error={error}
        placeholder={label}
      />
    </div>
  )
}
