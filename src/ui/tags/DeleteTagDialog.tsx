import { useState } from 'react'
import type { Client } from '../../api/contract/client.ts'
import type { contract } from '../../api/contract/index.ts'
import type { Tag } from '../../api/contract/tags.ts'
import { ConfirmActionDialog } from '../list/actions/ConfirmActionDialog.tsx'
import { tagsMessages } from '../messages/tags.ts'
import { useTranslate } from '../use-translate.ts'
import { TagJobDialog } from './TagJobDialog.tsx'

export interface DeleteTagDialogProps {
  tag: Tag
  calls: {
    tags: Pick<Client<typeof contract>['tags'], 'remove'>
    jobs: Pick<Client<typeof contract>['jobs'], 'get'>
  }
  onDeleted: () => void
  onClose: () => void
}

/** Dialog that asks for confirmation before a tag is removed from many assets irreversibly. Then shows the job's progress. */
export function DeleteTagDialog({ tag, calls, onDeleted, onClose }: DeleteTagDialogProps) {
  const translate = useTranslate(tagsMessages)
  const [jobId, setJobId] = useState<string>()
  const title = translate('tags.delete.title', { name: tag.name })
  if (jobId !== undefined) {
    const readJob = (id: string, signal: AbortSignal) => calls.jobs.get({ id }, { signal })
    return (
      <TagJobDialog {...{ jobId, title, read: readJob, onClose }} progressKey="tags.delete.goesOn" onDone={onDeleted} />
    )
  }
  return (
    <ConfirmActionDialog
      title={translate('tags.delete.ask', { name: tag.name })}
      text={translate('tags.delete.what', { n: tag.assetCount, name: tag.name })}
      verb={translate('tags.delete')}
      act={() => calls.tags.remove({ tagId: tag.tagId })}
      onDone={(started) => (started.jobId === undefined ? onDeleted() : setJobId(started.jobId))}
      onClose={onClose}
    />
  )
}
