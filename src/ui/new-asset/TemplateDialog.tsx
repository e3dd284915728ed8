import * as v from 'valibot'
import { type Asset, AssetName, MAX_ASSET_NAME_LENGTH } from '../../api/contract/assets.ts'
import type { NewAssetFromTemplate } from '../../api/contract/templates.ts'
import type { FormField } from '../../machines/form/form.ts'
import { FormDialog } from '../form/FormDialog.tsx'
import { type SubmitOptions, useForm } from '../form/use-form.ts'
import { TextField } from '../kit/fields/TextField.tsx'
import { assetMessages } from '../messages/asset.ts'
import { useTranslate } from '../use-translate.ts'

const FIELDS: readonly FormField[] = [{ name: 'name', kind: 'value' }]
const NameSchema = v.strictObject({ name: AssetName })

export interface TemplateDialogProps {
  template: Asset
  /** Creates the asset. Rejects with `ApiError`. */
  create: (body: NewAssetFromTemplate, options: SubmitOptions) => Promise<Asset>
  onMade: (asset: Asset) => void
  onClose: () => void
}

/** Dialog that creates an asset under a new name from another asset's files and details. */
export function TemplateDialog({ template: { id, name }, create, onMade, onClose }: TemplateDialogProps) {
  const translate = useTranslate(assetMessages)
  const { actor, bind, error, isSending } = useForm<Asset>({
    schema: NameSchema,
    fields: FIELDS,
    initial: { name: translate('asset.template.copy', { name }).slice(0, MAX_ASSET_NAME_LENGTH) },
    submit: (body, options) => create({ templateId: id, ...(body as v.InferOutput<typeof NameSchema>) }, options),
    onSubmitted: onMade,
  })
  const { value, onChange, onBlur, error: nameError } = bind('name')
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
        error={nameError}
        {...{ onChange, onBlur }}
      />
    </FormDialog>
  )
}
