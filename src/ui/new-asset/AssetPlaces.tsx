import { useAtelier } from '../context.ts'
import type { Bound, FormView } from '../form/use-form-view.ts'
import { ChoicesField } from '../kit/ChoicesField.tsx'
import styles from './NewAsset.module.css'
import { type ModelNames, SuggestedTags } from './SuggestedTags.tsx'
import { type LoadChoices, useChoices } from './use-choices.ts'

/** Where tags and applications come from. */
export interface AssetChoices {
  tags: LoadChoices
  applications: LoadChoices
}

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
      <Choices name="tags" bound={form.bind('tags')} load={choices.tags} model={model} />
      <Choices name="applicationIds" bound={form.bind('applicationIds')} load={choices.applications} />
    </div>
  )
}

interface ChoicesProps {
  name: 'tags' | 'applicationIds'
  bound: Bound
  load: LoadChoices
  model?: ModelNames | undefined
}

function Choices({ name, bound, load, model }: ChoicesProps) {
  const { translate } = useAtelier()
  const { items, chosen, choose, search } = useChoices(name, load)
  const value = chosen(bound.value)
  const put = (ids: string[]) => {
    choose(ids)
    bound.onChange(ids)
  }
  const ids = value.map(({ id }) => id)
  return (
    <div data-field={name}>
      <ChoicesField
        label={translate(`new.${name}`)}
        placeholder={translate(`new.${name}.add`)}
        items={items}
        value={value}
        onChange={put}
        onType={search}
        onBlur={bound.onBlur}
        error={bound.error}
        words={{
          removeOf: (label) => translate('new.removeChoice', { label }),
          show: translate(`new.${name}.add`),
          none: translate('new.noChoices'),
        }}
      />
      {model && <SuggestedTags {...{ model, load }} chosen={ids} onAdd={({ id }) => put([...ids, id])} />}
    </div>
  )
}
