import { useState } from 'react'
import * as v from 'valibot'
import type { Client } from '../../api/contract/client.ts'
import type { FieldMessageKey } from '../../api/contract/field-message-key.ts'
import type { contract } from '../../api/contract/index.ts'
import type { Tag, TagColor, TagMergeResult } from '../../api/contract/tags.ts'
import type { FormField } from '../../machines/form/form.ts'
import { FormDialog } from '../form/FormDialog.tsx'
import { useForm } from '../form/use-form.ts'
import { SelectField } from '../kit/fields/SelectField.tsx'
import { tagsMessages } from '../messages/tags.ts'
import { useAllPages } from '../use-all-pages.ts'
import { useTranslate } from '../use-translate.ts'
import styles from './TagDialog.module.css'
import { TagJobDialog } from './TagJobDialog.tsx'

const FIELDS: readonly FormField[] = [{ name: 'into', kind: 'value' }]
const MergeSchema = v.object({
  into: v.pipe(v.string(), v.minLength(1, 'tags.merge.missing' satisfies FieldMessageKey)),
})

export interface MergeTagDialogProps {
  tag: Tag
  calls: {
    tags: Pick<Client<typeof contract>['tags'], 'list' | 'merge'>
    jobs: Pick<Client<typeof contract>['jobs'], 'get'>
  }
  onMerged: () => void
  onClose: () => void
}

/** Dialog that replaces a tag by another tag on all assets. Shows the progress if the server needs a job. */
export function MergeTagDialog({ tag, calls, onMerged, onClose }: MergeTagDialogProps) {
  const translate = useTranslate(tagsMessages)
  const tags = useAllPages<Tag>('tags', calls.tags.list)
  const [jobId, setJobId] = useState<string>()
  const { actor, bind, error, isSending } = useForm<TagMergeResult>({
    schema: MergeSchema,
    fields: FIELDS,
    initial: { into: '' },
    submit: (body) => calls.tags.merge({ tagId: tag.tagId, body: body as { into: string } }),
    onSubmitted: (merged) => (merged.jobId === undefined ? onMerged() : setJobId(merged.jobId)),
  })
  const targetField = bind('into')
  const otherTags = (tags ?? []).filter(({ tagId }) => tagId !== tag.tagId)
  const other = otherTags.find(({ tagId }) => tagId === targetField.value)
  const title = translate('tags.merge.title', { name: tag.name })
  if (jobId !== undefined) {
    const readJob = (id: string, signal: AbortSignal) => calls.jobs.get({ id }, { signal })
    return (
      <TagJobDialog {...{ jobId, title, read: readJob, onClose }} progressKey="tags.merge.goesOn" onDone={onMerged} />
    )
  }
  return (
    <FormDialog
      {...{ actor, error, isSending, title }}
      submitLabel={translate('tags.merge.do')}
      onClose={onClose}
      className={styles.form}
      note={
        <p aria-live="polite">
          {other
            ? translate('tags.merge.what', { n: tag.assetCount, name: tag.name, other: other.name })
            : translate('tags.merge.note', { name: tag.name })}
        </p>
      }
    >
      <div data-field="into">
        <SelectField
          label={translate('tags.merge.into')}
          items={otherTags.map(({ tagId, name, color }) => ({ id: tagId, label: name, pigment: color as TagColor }))}
          value={targetField.value === '' ? null : String(targetField.value)}
          onChange={targetField.onChange}
          placeholder={translate(tags && otherTags.length === 0 ? 'tags.merge.none' : 'tags.merge.choose')}
          error={targetField.error}
          name="into"
          size="lg"
          isDisabled={otherTags.length === 0}
        />
      </div>
    </FormDialog>
  )
}
