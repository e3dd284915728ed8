import { GenderFemaleIcon } from '@phosphor-icons/react/GenderFemale'
import { GenderIntersexIcon } from '@phosphor-icons/react/GenderIntersex'
import { GenderMaleIcon } from '@phosphor-icons/react/GenderMale'
import { type ReactNode, useEffect, useRef } from 'react'
import { ASSET_TYPES, GENDERS } from '../../api/contract/assets.ts'
import type { Guess, GuessedChoice } from '../../machines/rules/guess-asset.ts'
import { useAtelier } from '../context.ts'
import type { Bound, FormView } from '../form/use-form-view.ts'
import { Chip } from '../kit/Chip.tsx'
import { classes } from '../kit/classes.ts'
import { given } from '../kit/given.ts'
import { pigmentOf } from '../kit/pigment.ts'
import { SelectField } from '../kit/SelectField.tsx'
import { TextField } from '../kit/TextField.tsx'
import styles from './NewAsset.module.css'

const GENDER_GLYPHS = { male: <GenderMaleIcon />, female: <GenderFemaleIcon />, neutral: <GenderIntersexIcon /> }

/** Props of {@link AssetDetails}. */
export interface AssetDetailsProps {
  form: Pick<FormView, 'bind'>
  /** What the model suggested; marked until a person chose. */
  guessed: Guess
  /** Called as the person chooses. */
  onChosen: (field: GuessedChoice) => void
  /** What else there is to say of it. */
  children?: ReactNode
}

/** Name, type and gender of a new asset. */
export function AssetDetails({ form: { bind }, guessed, onChosen, children }: AssetDetailsProps) {
  const { translate } = useAtelier()
  const name = bind('name')
  const bindChoice = (field: GuessedChoice, { value, onChange, onBlur, error }: Bound) => ({
    value: typeof value === 'string' ? value : null,
    onChange: (chosen: string) => {
      onChosen(field)
      onChange(chosen)
    },
    onBlur,
    error,
    ...given({
      note:
        guessed[field] !== undefined && value === guessed[field] ? (
          <Chip tone="accent">{translate('new.guessed')}</Chip>
        ) : undefined,
    }),
  })
  const nameField = useRef<HTMLDivElement>(null)
  const typed = useRef<unknown>(name.value)
  // A guess that comes into the field in which somebody is about to type gives way to what they type.
  useEffect(() => {
    const input = nameField.current?.querySelector('input')
    if (input && input === document.activeElement && name.value !== typed.current) input.select()
  }, [name.value])
  return (
    <div className={classes(styles.details, children !== undefined && styles.four)}>
      <div ref={nameField} data-field="name">
        <TextField
          label={translate('new.name')}
          name="name"
          autoComplete="off"
          value={String(name.value ?? '')}
          onChange={(value) => {
            typed.current = value
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
