import { useState } from 'react'
import type { Client } from '../../api/contract/client.ts'
import type { contract } from '../../api/contract/index.ts'
import type { Tag } from '../../api/contract/tags.ts'
import { useAtelier } from '../context.ts'
import { ConfirmAction } from '../list/ConfirmAction.tsx'
import { TagJob } from './TagJob.tsx'

/** Props of {@link TagDelete}. */
export interface TagDeleteProps {
  tag: Tag
  calls: {
    tags: Pick<Client<typeof contract>['tags'], 'remove'>
    jobs: Pick<Client<typeof contract>['jobs'], 'get'>
  }
  onDeleted: () => void
  onClose: () => void
}

/** Asks before a tag is taken from so many assets that nobody can undo it, and tells how far that is. */
export function TagDelete({ tag, calls, onDeleted, onClose }: TagDeleteProps) {
  const { translate } = useAtelier()
  const [jobId, setJobId] = useState<string>()
  const title = translate('tags.delete.title', { name: tag.name })
  if (jobId !== undefined) {
    const read = (id: string, signal: AbortSignal) => calls.jobs.get({ id }, { signal })
    return <TagJob {...{ jobId, title, read, onClose }} goesOn="tags.delete.goesOn" onDone={onDeleted} />
  }
  return (
    <ConfirmAction
      title={translate('tags.delete.ask', { name: tag.name })}
      text={translate('tags.delete.what', { n: tag.assetCount, name: tag.name })}
      verb={translate('tags.delete')}
      act={() => calls.tags.remove({ tagId: tag.tagId })}
      onDone={(begun) => (begun.jobId === undefined ? onDeleted() : setJobId(begun.jobId))}
      onClose={onClose}
    />
  )
}
