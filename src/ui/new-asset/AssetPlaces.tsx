import { PlusIcon } from '@phosphor-icons/react/Plus'
import { useEffectEvent, useState } from 'react'
import { wordOf } from '../../api/contract/errors.ts'
import { useAtelier } from '../context.ts'
import type { Bound, FormView } from '../form/use-form-view.ts'
import { ChoicesField } from '../kit/ChoicesField.tsx'
import type { Choice } from '../kit/Option.tsx'
import { useAsking } from '../use-asking.ts'
import type { ModelNames } from './model-names.ts'
import styles from './NewAsset.module.css'
import { SuggestedTags } from './SuggestedTags.tsx'
import { type LoadChoices, useChoices } from './use-choices.ts'

/** Where bodies, tags and applications come from. */
export interface AssetChoices {
  bodies: LoadChoices
  tags: LoadChoices
  applications: LoadChoices
  /** Makes a tag of what was typed; absent for who may not. Rejects with `ApiError`. */
  makeTag?: MakeChoice | undefined
}

type MakeChoice = (name: string, signal: AbortSignal) => Promise<Choice>

/** Props of {@link AssetPlaces}. */
export interface AssetPlacesProps {
  form: Pick<FormView, 'bind'>
  choices: AssetChoices
  /** The model whose names suggest tags, once there is one. */
  model?: ModelNames | undefined
}

/** The tags an asset carries and the applications it is in. */
export function AssetPlaces({ form, choices, model }: AssetPlacesProps) {
  return (
    <div className={styles.pair}>
      <Choices name="tags" bound={form.bind('tags')} load={choices.tags} make={choices.makeTag} model={model} />
      <Choices name="applicationIds" bound={form.bind('applicationIds')} load={choices.applications} />
    </div>
  )
}

interface ChoicesProps {
  name: 'tags' | 'applicationIds'
  bound: Bound
  load: LoadChoices
  make?: MakeChoice | undefined
  model?: ModelNames | undefined
}

/** The choice that makes a tag of what is typed. */
const NEW = 'new'

function Choices({ name, bound, load, make, model }: ChoicesProps) {
  const { translate } = useAtelier()
  const { items, chosen, choose, search, isSettled, hasFailed } = useChoices(name, load)
  const [typed, setTyped] = useState('')
  const [wanted, setWanted] = useState<string | null>(null)
  const value = chosen(bound.value)
  const put = (ids: string[], made?: readonly Choice[]) => {
    choose(ids, made)
    bound.onChange(ids)
  }
  const ids = value.map(({ id }) => id)
  // Beside what was chosen while it was made.
  const add = useEffectEvent((made: Choice) => {
    put([...ids, made.id], [made])
    setWanted(null)
  })
  const making = useAsking({
    about: 'new tag',
    question: wanted,
    ask: async (label, signal) => {
      const made = await make!(label, signal)
      add(made)
      return made
    },
  })
  const own = typed.trim()
  const isNew = own !== '' && isSettled && items.every(({ label }) => !isSameName(label, own))
  // As it was typed: the list is narrowed by that, blanks and all.
  const maker: Choice = { id: NEW, label: translate('new.tags.make', { name: typed }), icon: <PlusIcon /> }
  const change = (next: string[]) => {
    if (next.includes(NEW)) return wanted === own ? making.askAgain() : setWanted(own)
    setWanted(null)
    put(next)
  }
  return (
    <div data-field={name}>
      <ChoicesField
        label={translate(`new.${name}`)}
        placeholder={translate(`new.${name}.add`)}
        items={make && isNew ? [...items, maker] : items}
        value={value}
        onChange={change}
        onType={(text) => {
          setTyped(text)
          search(text)
        }}
        onBlur={bound.onBlur}
        error={bound.error ?? (making.error ? translate(wordOf(making.error)) : undefined)}
        words={{
          removeOf: (label) => translate('new.removeChoice', { label }),
          show: translate(`new.${name}.add`),
          none: translate(hasFailed ? 'new.choicesFailed' : 'new.noChoices'),
        }}
      />
      {model && <SuggestedTags {...{ model, load }} chosen={ids} onAdd={({ id }) => put([...ids, id])} />}
    </div>
  )
}

const isSameName = (one: string, other: string) => one.localeCompare(other, undefined, { sensitivity: 'base' }) === 0
