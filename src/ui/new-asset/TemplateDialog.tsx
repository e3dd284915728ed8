import * as v from 'valibot'
import { type Asset, AssetName, MAX_ASSET_NAME } from '../../api/contract/assets.ts'
import type { NewFromTemplate } from '../../api/contract/templates.ts'
import type { FormField } from '../../machines/rules/form.ts'
import { useAtelier } from '../context.ts'
import { FormDialog } from '../form/FormDialog.tsx'
import { type SubmitOptions, useForm } from '../form/use-form.ts'
import { TextField } from '../kit/TextField.tsx'

const FIELDS: readonly FormField[] = [{ name: 'name', kind: 'value' }]
const Named = v.strictObject({ name: AssetName })

/** Props of {@link TemplateDialog}. */
export interface TemplateDialogProps {
  template: Asset
  /** Rejects with `ApiError`. */
  create: (body: NewFromTemplate, options: SubmitOptions) => Promise<Asset>
  onMade: (asset: Asset) => void
  onClose: () => void
}

/** Makes an asset with the files and details of another, under a name of its own. */
export function TemplateDialog({ template: { id, name }, create, onMade, onClose }: TemplateDialogProps) {
  const { translate } = useAtelier()
  const { actor, bind, error, isSending } = useForm<Asset>({
    schema: Named,
    fields: FIELDS,
    initial: { name: translate('asset.template.copy', { name }).slice(0, MAX_ASSET_NAME) },
    submit: (body, options) => create({ templateId: id, ...(body as v.InferOutput<typeof Named>) }, options),
    onSubmitted: onMade,
  })
  const { value, onChange, onBlur, error: fault } = bind('name')
  const title = translate('asset.template.title', { name })
  return (
    <FormDialog
      {...{ actor, error, isSending, title }}
      submitLabel={translate('asset.template.make')}
      onClose={onClose}
    >
      <TextField
        label={translate('asset.name')}
        description={translate('asset.template.why', { name })}
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
