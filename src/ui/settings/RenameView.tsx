import * as v from 'valibot'
import { lineOfText } from '../../api/contract/text.ts'
import { type AccountView, MAX_VIEW_NAME } from '../../api/contract/views.ts'
import type { FormField } from '../../machines/rules/form.ts'
import { useAtelier } from '../context.ts'
import { FormDialog } from '../form/FormDialog.tsx'
import { useForm } from '../form/use-form.ts'
import { TextField } from '../kit/TextField.tsx'

const FIELDS: readonly FormField[] = [{ name: 'name', kind: 'value' }]
const Named = v.strictObject({
  name: lineOfText(MAX_VIEW_NAME, {
    missing: 'settings.view.nameMissing',
    tooLong: 'settings.view.nameTooLong',
    odd: 'settings.view.nameOdd',
  }),
})

/** Props of {@link RenameView}. */
export interface RenameViewProps {
  view: AccountView
  /** Rejects with `ApiError`; a name that is taken is said at the field. */
  rename: (id: string, name: string) => Promise<AccountView>
  onRenamed: () => void
  onClose: () => void
}

/** Asks for another name of a saved view. */
export function RenameView({ view, rename, onRenamed, onClose }: RenameViewProps) {
  const { translate } = useAtelier()
  const { actor, bind, error, isSending } = useForm<AccountView>({
    schema: Named,
    fields: FIELDS,
    initial: { name: view.name },
    places: { NAME_TAKEN: 'name' },
    submit: (body) => rename(view.id, (body as v.InferOutput<typeof Named>).name),
    onSubmitted: onRenamed,
  })
  const { value, onChange, onBlur, error: fault } = bind('name')
  const title = translate('settings.view.rename.title', { name: view.name })
  return (
    <FormDialog
      {...{ actor, error, isSending, title }}
      submitLabel={translate('settings.view.rename')}
      onClose={onClose}
    >
      <TextField
        label={translate('settings.view.name')}
        name="name"
        autoFocus
        autoComplete="off"
        value={String(value)}
        error={fault}
        {...{ onChange, onBlur }}
      />
    </FormDialog>
  )
}
