import { useAtelier } from '../context.ts'
import type { Bound, FormView } from '../form/use-form-view.ts'
import { ChoicesField } from '../kit/ChoicesField.tsx'
import styles from './NewAsset.module.css'
import { type LoadChoices, useChoices } from './use-choices.ts'

/** Where tags and applications come from. */
export interface AssetChoices {
  tags: LoadChoices
  applications: LoadChoices
}

/** The tags an asset carries and the applications it is in. */
export function AssetPlaces({ form, choices }: { form: Pick<FormView, 'bind'>; choices: AssetChoices }) {
  return (
    <div className={styles.pair}>
      <Choices name="tags" bound={form.bind('tags')} load={choices.tags} />
      <Choices name="applicationIds" bound={form.bind('applicationIds')} load={choices.applications} />
    </div>
  )
}

function Choices({ name, bound, load }: { name: 'tags' | 'applicationIds'; bound: Bound; load: LoadChoices }) {
  const { translate } = useAtelier()
  const { items, chosen, choose, search } = useChoices(name, load)
  return (
    <div data-field={name}>
      <ChoicesField
        label={translate(`new.${name}`)}
        placeholder={translate(`new.${name}.add`)}
        items={items}
        value={chosen(bound.value)}
        onChange={(ids) => {
          choose(ids)
          bound.onChange(ids)
        }}
        onType={search}
        onBlur={bound.onBlur}
        error={bound.error}
        words={{
          removeOf: (label) => translate('new.removeChoice', { label }),
          show: translate(`new.${name}.add`),
          none: translate('new.noChoices'),
        }}
      />
    </div>
  )
}
