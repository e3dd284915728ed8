import { PlusIcon } from '@phosphor-icons/react/Plus'
import { useEffectEvent, useState } from 'react'
import { getErrorMessageKey } from '../../api/contract/errors.ts'
import type { BoundField, FormView } from '../form/use-form-view.ts'
import type { Choice } from '../kit/fields/ListBoxOption.tsx'
import { MultiSelectField } from '../kit/fields/MultiSelectField.tsx'
import { formMessages } from '../messages/form.ts'
import { useQuery } from '../use-query.ts'
import { useTranslate } from '../use-translate.ts'
import type { ModelNames } from './model-names.ts'
import styles from './NewAssetForm.module.css'
import { SuggestedTags } from './SuggestedTags.tsx'
import { type LoadChoices, useChoices } from './use-choices.ts'

export interface ChoiceLoaders {
  bodies: LoadChoices
  tags: LoadChoices
  applications: LoadChoices
  /** Creates a tag from the typed text. Undefined if the user is not allowed to create tags. Rejects with `ApiError`. */
  makeTag?: CreateChoice | undefined
}

type CreateChoice = (name: string, signal: AbortSignal) => Promise<Choice>

export interface TagAndApplicationFieldsProps {
  form: Pick<FormView, 'bind'>
  choices: ChoiceLoaders
  model?: ModelNames | undefined
}

export function TagAndApplicationFields({ form, choices, model }: TagAndApplicationFieldsProps) {
  return (
    <div className={styles.pair}>
      <Choices name="tags" bound={form.bind('tags')} load={choices.tags} make={choices.makeTag} model={model} />
      <Choices name="applicationIds" bound={form.bind('applicationIds')} load={choices.applications} />
    </div>
  )
}

interface ChoicesProps {
  name: 'tags' | 'applicationIds'
  bound: BoundField
  load: LoadChoices
  make?: CreateChoice | undefined
  model?: ModelNames | undefined
}

const NEW_TAG_ID = 'new'

function Choices({ name, bound, load, make, model }: ChoicesProps) {
  const translate = useTranslate(formMessages)
  const { items, chosen, choose, search, isSettled, hasFailed } = useChoices(name, load)
  const [typed, setTyped] = useState('')
  const [newTagName, setNewTagName] = useState<string | null>(null)
  const value = chosen(bound.value)
  const setTags = (ids: string[], created?: readonly Choice[]) => {
    choose(ids, created)
    bound.onChange(ids)
  }
  const ids = value.map(({ id }) => id)
  // Adds the tag to the current choices, which may have changed during the request.
  const addTag = useEffectEvent((createdTag: Choice) => {
    setTags([...ids, createdTag.id], [createdTag])
    setNewTagName(null)
  })
  const createQuery = useQuery({
    inspectorLabel: 'new tag',
    queryKey: newTagName,
    queryFn: async (label, signal) => {
      const createdTag = await make!(label, signal)
      addTag(createdTag)
      return createdTag
    },
  })
  const trimmed = typed.trim()
  const isNew = trimmed !== '' && isSettled && items.every(({ label }) => !isSameName(label, trimmed))
  // Uses the untrimmed text, because the list filters its items by the typed text.
  const newTagChoice: Choice = {
    id: NEW_TAG_ID,
    label: translate('new.tags.make', { name: typed }),
    icon: <PlusIcon />,
  }
  const changeTags = (next: string[]) => {
    if (next.includes(NEW_TAG_ID)) return newTagName === trimmed ? createQuery.refetch() : setNewTagName(trimmed)
    setNewTagName(null)
    setTags(next)
  }
  return (
    <div data-field={name}>
      <MultiSelectField
        label={translate(`new.${name}`)}
        placeholder={translate(`new.${name}.add`)}
        items={make && isNew ? [...items, newTagChoice] : items}
        value={value}
        onChange={changeTags}
        onType={(text) => {
          setTyped(text)
          search(text)
        }}
        onBlur={bound.onBlur}
        error={bound.error ?? (createQuery.error ? translate(getErrorMessageKey(createQuery.error)) : undefined)}
        words={{
          removeOf: (label) => translate('new.removeChoice', { label }),
          show: translate(`new.${name}.add`),
          none: translate(hasFailed ? 'new.choicesFailed' : 'new.noChoices'),
        }}
      />
      {model && <SuggestedTags {...{ model, load }} chosen={ids} onAdd={({ id }) => setTags([...ids, id])} />}
    </div>
  )
}

const isSameName = (one: string, other: string) => one.localeCompare(other, undefined, { sensitivity: 'base' }) === 0
