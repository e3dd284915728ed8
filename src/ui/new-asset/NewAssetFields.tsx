import { GenderFemaleIcon } from '@phosphor-icons/react/GenderFemale'
import { GenderIntersexIcon } from '@phosphor-icons/react/GenderIntersex'
import { GenderMaleIcon } from '@phosphor-icons/react/GenderMale'
import { type ReactNode, useEffect, useRef } from 'react'
import { ASSET_TYPES, GENDERS } from '../../api/contract/assets.ts'
import type { AssetGuess, GuessedField } from '../../machines/new-asset/guess-asset.ts'
import type { BoundField, FormView } from '../form/use-form-view.ts'
import { Chip } from '../kit/Chip.tsx'
import { pigmentOf } from '../kit/feedback/pigment.ts'
import { SelectField } from '../kit/fields/SelectField.tsx'
import { TextField } from '../kit/fields/TextField.tsx'
import { joinClassNames } from '../kit/join-class-names.ts'
import { omitUndefinedProps } from '../kit/omit-undefined-props.ts'
import { formMessages } from '../messages/form.ts'
import { useTranslate } from '../use-translate.ts'
import styles from './NewAssetForm.module.css'

const GENDER_GLYPHS = { male: <GenderMaleIcon />, female: <GenderFemaleIcon />, neutral: <GenderIntersexIcon /> }

export interface NewAssetFieldsProps {
  form: Pick<FormView, 'bind'>
  /** Values suggested by the model. Each is shown as a guess until the user chooses a value. */
  guessed: AssetGuess
  onChosen: (field: GuessedField) => void
  children?: ReactNode
}

export function NewAssetFields({ form: { bind }, guessed, onChosen, children }: NewAssetFieldsProps) {
  const translate = useTranslate(formMessages)
  const name = bind('name')
  const bindChoice = (field: GuessedField, { value, onChange, onBlur, error }: BoundField) => ({
    value: typeof value === 'string' ? value : null,
    onChange: (chosen: string) => {
      onChosen(field)
      onChange(chosen)
    },
    onBlur,
    error,
    ...omitUndefinedProps({
      note:
        guessed[field] !== undefined && value === guessed[field] ? (
          <Chip tone="accent">{translate('new.guessed')}</Chip>
        ) : undefined,
    }),
  })
  const nameFieldRef = useRef<HTMLDivElement>(null)
  const typedName = useRef<unknown>(name.value)
  // Selects a suggested name that arrives while the field has the focus, so that typing replaces the suggestion.
  useEffect(() => {
    const input = nameFieldRef.current?.querySelector('input')
    if (input && input === document.activeElement && name.value !== typedName.current) input.select()
  }, [name.value])
  return (
    <div className={joinClassNames(styles.details, children !== undefined && styles.four)}>
      <div ref={nameFieldRef} data-field="name">
        <TextField
          label={translate('new.name')}
          name="name"
          autoComplete="off"
          value={String(name.value ?? '')}
          onChange={(value) => {
            typedName.current = value
            name.onChange(value)
          }}
          onBlur={name.onBlur}
          error={name.error}
        />
      </div>
      <div data-field="type">
        <SelectField
          label={translate('new.type')}
          placeholder={translate('new.typePrompt')}
          items={ASSET_TYPES.map((id) => ({ id, label: translate(`asset.type.${id}`), pigment: pigmentOf(id) }))}
          {...bindChoice('type', bind('type'))}
        />
      </div>
      <div data-field="gender">
        <SelectField
          label={translate('new.gender')}
          placeholder={translate('new.genderPrompt')}
          items={GENDERS.map((id) => ({ id, label: translate(`asset.gender.${id}`), icon: GENDER_GLYPHS[id] }))}
          {...bindChoice('gender', bind('gender'))}
        />
      </div>
      {children}
    </div>
  )
}
