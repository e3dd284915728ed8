import { NewTag, TAG_COLORS, type Tag, type TagColor } from '../../api/contract/tags.ts'
import type { FormField } from '../../machines/form/form.ts'
import { FormDialog } from '../form/FormDialog.tsx'
import { useForm } from '../form/use-form.ts'
import { SwatchPicker } from '../kit/fields/SwatchPicker.tsx'
import { TextField } from '../kit/fields/TextField.tsx'
import { tagsMessages } from '../messages/tags.ts'
import { useTranslate } from '../use-translate.ts'
import styles from './TagDialog.module.css'

const FIELDS: readonly FormField[] = [
  { name: 'name', kind: 'value' },
  { name: 'color', kind: 'value' },
]

export interface TagDialogProps {
  /** Tag to change. If undefined, a new tag is created. */
  tag?: Tag | undefined
  /** Saves the tag. Rejects with `ApiError`. A duplicate name is reported at the field. */
  save: (body: NewTag) => Promise<Tag>
  onSaved: (tag: Tag) => void
  onClose: () => void
}

export function TagDialog({ tag, save, onSaved, onClose }: TagDialogProps) {
  const translate = useTranslate(tagsMessages)
  const { actor, bind, error, isSending } = useForm<Tag>({
    schema: NewTag,
    fields: FIELDS,
    initial: { name: tag?.name ?? '', color: tag?.color ?? TAG_COLORS[0] },
    fieldByErrorCode: { NAME_TAKEN: 'name' },
    submit: (body) => save(body as NewTag),
    onSubmitted: onSaved,
  })
  const name = bind('name')
  const color = bind('color')
  const title = translate(tag ? 'tags.rename.title' : 'tags.new', { name: tag?.name ?? '' })
  return (
    <FormDialog
      {...{ actor, error, isSending, title }}
      submitLabel={translate(tag ? 'tags.save' : 'tags.create')}
      onClose={onClose}
      className={styles.form}
    >
      <div data-field="name">
        <TextField
          label={translate('tags.name')}
          name="name"
          autoComplete="off"
          autoFocus
          size="lg"
          value={String(name.value)}
          onChange={name.onChange}
          onBlur={name.onBlur}
          error={name.error}
        />
      </div>
      <div data-field="color">
        <SwatchPicker
          label={translate('tags.color')}
          items={TAG_COLORS.map((id) => ({ id, label: translate(`tags.color.${id}`) }))}
          value={color.value as TagColor}
          onChange={color.onChange}
        />
      </div>
    </FormDialog>
  )
}
