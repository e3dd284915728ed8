import { useState } from 'react'
import * as v from 'valibot'
import type { Client } from '../../api/contract/client.ts'
import type { contract } from '../../api/contract/index.ts'
import type { Merged, Tag, TagColor } from '../../api/contract/tags.ts'
import type { FormField } from '../../machines/rules/form.ts'
import { useAll } from '../asset-list/use-all.ts'
import { useAtelier } from '../context.ts'
import { FormDialog } from '../form/FormDialog.tsx'
import { useForm } from '../form/use-form.ts'
import { SelectField } from '../kit/SelectField.tsx'
import styles from './TagDialog.module.css'
import { TagJob } from './TagJob.tsx'

const FIELDS: readonly FormField[] = [{ name: 'into', kind: 'value' }]
const Choice = v.object({ into: v.pipe(v.string(), v.minLength(1, 'tags.merge.missing')) })

/** Props of {@link TagMerge}. */
export interface TagMergeProps {
  /** The tag that goes. */
  tag: Tag
  calls: {
    tags: Pick<Client<typeof contract>['tags'], 'list' | 'merge'>
    jobs: Pick<Client<typeof contract>['jobs'], 'get'>
  }
  onMerged: () => void
  onClose: () => void
}

/** Asks which tag takes the place of another on all its assets, and tells how far that is where it takes long. */
export function TagMerge({ tag, calls, onMerged, onClose }: TagMergeProps) {
  const { translate } = useAtelier()
  const tags = useAll<Tag>('tags', calls.tags.list)
  const [jobId, setJobId] = useState<string>()
  const { actor, bind, error, isSending } = useForm<Merged>({
    schema: Choice,
    fields: FIELDS,
    initial: { into: '' },
    submit: (body) => calls.tags.merge({ tagId: tag.tagId, body: body as { into: string } }),
    onSubmitted: (merged) => (merged.jobId === undefined ? onMerged() : setJobId(merged.jobId)),
  })
  const into = bind('into')
  const others = (tags ?? []).filter(({ tagId }) => tagId !== tag.tagId)
  const other = others.find(({ tagId }) => tagId === into.value)
  const title = translate('tags.merge.title', { name: tag.name })
  if (jobId !== undefined) {
    const read = (id: string, signal: AbortSignal) => calls.jobs.get({ id }, { signal })
    return <TagJob {...{ jobId, title, read, onClose }} goesOn="tags.merge.goesOn" onDone={onMerged} />
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
    </FormDialog>
  )
}
