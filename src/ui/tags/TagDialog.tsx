import { NewTag, TAG_COLORS, type Tag, type TagColor } from '../../api/contract/tags.ts'
import type { FormField } from '../../machines/rules/form.ts'
import { useAtelier } from '../context.ts'
import { FormDialog } from '../form/FormDialog.tsx'
import { useForm } from '../form/use-form.ts'
import { Swatches } from '../kit/Swatches.tsx'
import { TextField } from '../kit/TextField.tsx'
import styles from './TagDialog.module.css'

/** The fields of a tag, in the order of the dialog. */
const FIELDS: readonly FormField[] = [
  { name: 'name', kind: 'value' },
  { name: 'color', kind: 'value' },
]

/** Props of {@link TagDialog}. */
export interface TagDialogProps {
  /** The tag to rename; without one a new tag is made. */
  tag?: Tag | undefined
  /** Rejects with `ApiError`; a name that is taken is said at the field. */
  save: (body: NewTag) => Promise<Tag>
  onSaved: (tag: Tag) => void
  onClose: () => void
}

/** Asks for a tag's name and colour. */
export function TagDialog({ tag, save, onSaved, onClose }: TagDialogProps) {
  const { translate } = useAtelier()
  const { actor, bind, error, isSending } = useForm<Tag>({
    schema: NewTag,
    fields: FIELDS,
    initial: { name: tag?.name ?? '', color: tag?.color ?? TAG_COLORS[0] },
    places: { NAME_TAKEN: 'name' },
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
        <Swatches
          label={translate('tags.color')}
          items={TAG_COLORS.map((id) => ({ id, label: translate(`tags.color.${id}`) }))}
          value={color.value as TagColor}
          onChange={color.onChange}
        />
      </div>
    </FormDialog>
  )
}
