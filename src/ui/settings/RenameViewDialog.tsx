import * as v from 'valibot'
import { textLine } from '../../api/contract/text.ts'
import { type AccountView, MAX_VIEW_NAME_LENGTH } from '../../api/contract/views.ts'
import type { FormField } from '../../machines/form/form.ts'
import { FormDialog } from '../form/FormDialog.tsx'
import { useForm } from '../form/use-form.ts'
import { TextField } from '../kit/fields/TextField.tsx'
import { settingsMessages } from '../messages/settings.ts'
import { useTranslate } from '../use-translate.ts'

const FIELDS: readonly FormField[] = [{ name: 'name', kind: 'value' }]
const NameSchema = v.strictObject({
  name: textLine(MAX_VIEW_NAME_LENGTH, {
    missing: 'settings.view.nameMissing',
    tooLong: 'settings.view.nameTooLong',
    odd: 'settings.view.nameOdd',
  }),
})

export interface RenameViewDialogProps {
  view: AccountView
  /** Renames a view. Rejects with `ApiError`. A duplicate name is reported at the field. */
  rename: (id: string, name: string) => Promise<AccountView>
  onRenamed: () => void
  onClose: () => void
}

export function RenameViewDialog({ view, rename, onRenamed, onClose }: RenameViewDialogProps) {
  const translate = useTranslate(settingsMessages)
  const { actor, bind, error, isSending } = useForm<AccountView>({
    schema: NameSchema,
    fields: FIELDS,
    initial: { name: view.name },
    fieldByErrorCode: { NAME_TAKEN: 'name' },
    submit: (body) => rename(view.id, (body as v.InferOutput<typeof NameSchema>).name),
    onSubmitted: onRenamed,
  })
  const { value, onChange, onBlur, error: nameError } = bind('name')
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
        error={nameError}
        {...{ onChange, onBlur }}
      />
    </FormDialog>
  )
}
