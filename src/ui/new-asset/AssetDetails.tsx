import { GenderFemaleIcon } from '@phosphor-icons/react/GenderFemale'
import { GenderIntersexIcon } from '@phosphor-icons/react/GenderIntersex'
import { GenderMaleIcon } from '@phosphor-icons/react/GenderMale'
import { useEffect, useRef } from 'react'
import { ASSET_TYPES, GENDERS } from '../../api/contract/assets.ts'
import { useAtelier } from '../context.ts'
import type { FormView } from '../form/use-form-view.ts'
import { Chip } from '../kit/Chip.tsx'
import { given } from '../kit/given.ts'
import { pigmentOf } from '../kit/pigment.ts'
import { SelectField } from '../kit/SelectField.tsx'
import { TextField } from '../kit/TextField.tsx'
import styles from './NewAsset.module.css'

const GENDER_GLYPHS = { male: <GenderMaleIcon />, female: <GenderFemaleIcon />, neutral: <GenderIntersexIcon /> }

/** Props of {@link AssetDetails}. */
export interface AssetDetailsProps {
  form: Pick<FormView, 'bind'>
  /** What the file's name suggested; marked until a person chose. */
  guessedType: string | undefined
  /** Called as the person chooses a type. */
  onTypeChosen: () => void
}

/** Name, type and gender of a new asset. */
export function AssetDetails({ form: { bind }, guessedType, onTypeChosen }: AssetDetailsProps) {
  const { translate } = useAtelier()
  const name = bind('name')
  const type = bind('type')
  const gender = bind('gender')
  const isGuessed = guessedType !== undefined && type.value === guessedType
  const nameField = useRef<HTMLDivElement>(null)
  const typed = useRef<unknown>(name.value)
  // A guess that comes into the field in which somebody is about to type gives way to what they type.
  useEffect(() => {
    const input = nameField.current?.querySelector('input')
    if (input && input === document.activeElement && name.value !== typed.current) input.select()
  }, [name.value])
  return (
    <div className={styles.details}>
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
          value={typeof type.value === 'string' ? type.value : null}
          onChange={(chosen) => {
            onTypeChosen()
            type.onChange(chosen)
          }}
          onBlur={type.onBlur}
          error={type.error}
          {...given({ note: isGuessed ? <Chip tone="accent">{translate('new.guessed')}</Chip> : undefined })}
        />
      </div>
      <div data-field="gender">
        <SelectField
          label={translate('new.gender')}
          placeholder={translate('new.genderPrompt')}
          items={GENDERS.map((id) => ({ id, label: translate(`asset.gender.${id}`), icon: GENDER_GLYPHS[id] }))}
          value={typeof gender.value === 'string' ? gender.value : null}
          onChange={gender.onChange}
          onBlur={gender.onBlur}
          error={gender.error}
        />
      </div>
    </div>
  )
}
