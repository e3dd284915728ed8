import { useAtelier } from '../context.ts'
import { BodyField } from '../form/BodyField.tsx'
import type { FormView } from '../form/use-form-view.ts'
import { useAsking } from '../use-asking.ts'
import type { LoadChoices } from './use-choices.ts'

/** The body that a new asset is made for; where those that there are cannot be loaded, that it is made for none. */
export function BodyChoice({ form, load }: { form: Pick<FormView, 'bind'>; load: LoadChoices }) {
  const { translate } = useAtelier()
  const { answer } = useAsking({ question: '', ask: load, keptAs: 'choices of bodyId' })
  const bound = form.bind('bodyId')
  return (
    <BodyField
      label={translate('new.bodyId')}
      description={translate('new.bodyId.why')}
      bound={{ ...bound, onChange: (id) => bound.onChange(id ?? undefined) }}
      bodies={answer?.items}
    />
  )
}
