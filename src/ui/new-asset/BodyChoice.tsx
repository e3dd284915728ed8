import { useAtelier } from '../context.ts'
import { BodyField } from '../form/BodyField.tsx'
import type { FormView } from '../form/use-form-view.ts'
import { Button } from '../kit/Button.tsx'
import { useAsking } from '../use-asking.ts'
import type { LoadChoices } from './use-choices.ts'

/** The body that a new asset is made for; where those that there are did not come, they are asked for again. */
export function BodyChoice({ form, load }: { form: Pick<FormView, 'bind'>; load: LoadChoices }) {
  const { translate } = useAtelier()
  const { answer, error, isBusy, askAgain } = useAsking({ question: '', ask: load, keptAs: 'choices of bodyId' })
  const hasFailed = answer === undefined && error !== null
  const bound = form.bind('bodyId')
  return (
    <BodyField
      label={translate('new.bodyId')}
      description={translate(hasFailed ? 'new.bodyId.failed' : 'new.bodyId.why')}
      labelEnd={
        hasFailed && (
          <Button size="sm" variant="ghost" busy={isBusy && translate('action.working')} onClick={askAgain}>
            {translate('action.retry')}
          </Button>
        )
      }
      bound={{ ...bound, onChange: (id) => bound.onChange(id ?? undefined) }}
      bodies={answer?.items}
    />
  )
}
