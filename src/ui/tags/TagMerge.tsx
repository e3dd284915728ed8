import * as v from 'valibot'
import type { Client } from '../../api/contract/client.ts'
import type { contract } from '../../api/contract/index.ts'
import type { Tag, TagColor } from '../../api/contract/tags.ts'
import type { FormField } from '../../machines/rules/form.ts'
import { useAll } from '../asset-list/use-all.ts'
import { useAtelier } from '../context.ts'
import { Form } from '../form/Form.tsx'
import { useForm } from '../form/use-form.ts'
import { Button } from '../kit/Button.tsx'
import { Dialog } from '../kit/Dialog.tsx'
import { SelectField } from '../kit/SelectField.tsx'
import styles from './TagDialog.module.css'

const FIELDS: readonly FormField[] = [{ name: 'into', kind: 'value' }]
const Merging = v.object({ into: v.pipe(v.string(), v.minLength(1, 'tags.merge.missing')) })

/** Props of {@link TagMerge}. */
export interface TagMergeProps {
  /** The tag that goes. */
  tag: Tag
  calls: Pick<Client<typeof contract>['tags'], 'list' | 'merge'>
  onMerged: () => void
  onClose: () => void
}

/** Asks which tag takes the place of another on all its assets. */
export function TagMerge({ tag, calls, onMerged, onClose }: TagMergeProps) {
  const { translate } = useAtelier()
  const tags = useAll<Tag>('tags', calls.list)
  const { actor, bind, error, isSending } = useForm<Tag>({
    schema: Merging,
    fields: FIELDS,
    initial: { into: '' },
    submit: (body) => calls.merge({ tagId: tag.tagId, body: body as { into: string } }),
    onSubmitted: onMerged,
  })
  const into = bind('into')
  const others = (tags ?? []).filter(({ tagId }) => tagId !== tag.tagId)
  const other = others.find(({ tagId }) => tagId === into.value)
  const title = translate('tags.merge.title', { name: tag.name })
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      closeLabel={translate('action.close')}
      footer={
        <>
          <Button onClick={onClose}>{translate('action.cancel')}</Button>
          <Button variant="ink" type="submit" form="merge" busy={isSending && translate('action.working')}>
            {translate('tags.merge.do')}
          </Button>
        </>
      }
    >
      <Form id="merge" actor={actor} error={error} label={title} className={styles.form}>
        <div data-field="into">
          <SelectField
            label={translate('tags.merge.into')}
            items={others.map(({ tagId, name, color }) => ({ id: tagId, label: name, pigment: color as TagColor }))}
            value={into.value === '' ? null : String(into.value)}
            onChange={into.onChange}
            placeholder={translate(tags && others.length === 0 ? 'tags.merge.none' : 'tags.merge.choose')}
            error={into.error}
            name="into"
            size="lg"
            isDisabled={others.length === 0}
          />
        </div>
      </Form>
      <p aria-live="polite">
        {other
          ? translate('tags.merge.what', { n: tag.assetCount, name: tag.name, other: other.name })
          : translate('tags.merge.note', { name: tag.name })}
      </p>
    </Dialog>
  )
}
