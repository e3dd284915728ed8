import { BodyField } from '../form/BodyField.tsx'
import type { FormView } from '../form/use-form-view.ts'
import { Button } from '../kit/Button.tsx'
import { formMessages } from '../messages/form.ts'
import { useQuery } from '../use-query.ts'
import { useTranslate } from '../use-translate.ts'
import type { LoadChoices } from './use-choices.ts'

/** Field for the body of a new asset, with a retry button when the bodies failed to load. */
export function NewAssetBodyField({ form, load }: { form: Pick<FormView, 'bind'>; load: LoadChoices }) {
  const translate = useTranslate(formMessages)
  const { data, error, isBusy, refetch } = useQuery({ queryKey: '', queryFn: load, cacheName: 'choices of bodyId' })
  const hasFailed = data === undefined && error !== null
  const field = form.bind('bodyId')
  return (
    <BodyField
      label={translate('new.bodyId')}
      description={translate(hasFailed ? 'new.bodyId.failed' : 'new.bodyId.why')}
      labelEnd={
        hasFailed && (
          <Button size="sm" variant="ghost" busy={isBusy && translate('action.working')} onClick={refetch}>
            {translate('action.retry')}
          </Button>
        )
      }
      bound={{ ...field, onChange: (id) => field.onChange(id ?? undefined) }}
      bodies={data?.items}
    />
  )
}
