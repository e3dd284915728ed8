import type { Subscription } from 'xstate'
import type { EntryParts, MadeAsset, ReportOfParts } from '../../machines/entry.machine.ts'
import { faultsNow } from '../../machines/rules/form.ts'
import { ASSET_FILE_NAMES, ASSET_FILES, type AssetFile, eachFile } from '../../machines/rules/new-asset.ts'
import type { FormActor } from '../form/form-actor.ts'
import { type FollowedUpload, followUpload } from '../upload/follow-upload.ts'
import type { UploadActor } from '../upload/use-upload-machine.ts'
import { isComplete } from './waits.ts'

/** What an entry is told by. */
export type FollowedParts = EntryParts & { report: ReportOfParts }

/** The parts of an entry as what they are. */
export const partsOf = ({ form, uploads }: EntryParts) =>
  ({ form, uploads }) as { form: FormActor; uploads: Readonly<Record<AssetFile, UploadActor>> }

/** Keeps the form of an entry in step with its uploads, and reports how they stand. Gives what ends that. */
export function followParts({
  report,
  track,
  discard,
  ...parts
}: FollowedParts & Pick<FollowedUpload, 'track' | 'discard'>): () => void {
  const { form, uploads } = partsOf(parts)
  let wasComplete = false
  const look = () => {
    const snapshots = eachFile((name) => uploads[name].getSnapshot())
    const now = isComplete({ faults: faultsNow(form.getSnapshot().context), ...snapshots })
    if (now === wasComplete) return
    wasComplete = now
    report({ type: now ? 'parts.completed' : 'parts.lacking' })
  }
  const suggest = (file: File) => {
    const { names: parts = [], materials = [] } = uploads.model.getSnapshot().context.verdict ?? {}
    report({ type: 'model.selected', file, parts, materials, values: form.getSnapshot().context.values })
  }
  const endings = ASSET_FILE_NAMES.map((field) =>
    followUpload({
      ...{ upload: uploads[field], field, kind: ASSET_FILES[field], form, track, discard },
      onSelected: field === 'model' ? suggest : undefined,
    }),
  )
  const subscriptions: Subscription[] = [
    form.on('form.submitted', ({ output }) => report({ type: 'form.submitted', asset: output as MadeAsset })),
    form.on('submit.blocked', () => report({ type: 'form.refused' })),
    form.subscribe((snapshot) => snapshot.hasTag('failed') && report({ type: 'form.refused' })),
    form.subscribe(look),
    ...ASSET_FILE_NAMES.map((name) => uploads[name].subscribe(look)),
  ]
  return () => {
    for (const end of endings) end()
    for (const subscription of subscriptions) subscription.unsubscribe()
  }
}
