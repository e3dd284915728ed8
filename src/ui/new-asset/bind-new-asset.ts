import type { Subscription } from 'xstate'
import { mergeFieldErrors } from '../../machines/form/form.ts'
import type { CreatedAsset, NewAssetActors, ReportChildEvent } from '../../machines/new-asset/new-asset.machine.ts'
import { ASSET_FILE_NAMES, ASSET_FILES, type AssetFile, mapAssetFiles } from '../../machines/new-asset/new-asset.ts'
import type { FormActor } from '../form/form-actor.ts'
import { bindUploadToForm, type UploadBinding } from '../upload/bind-upload.ts'
import type { UploadActor } from '../upload/use-upload-machine.ts'
import { isReadyToCreate } from './missing-requirements.ts'

/** Child actors of an entry (its form and uploads), and the function that reports their events to the entry. */
export type NewAssetBinding = NewAssetActors & { report: ReportChildEvent }

/** Casts an entry's child actors to their concrete types. */
export const childActorsOf = ({ form, uploads }: NewAssetActors) =>
  ({ form, uploads }) as { form: FormActor; uploads: Readonly<Record<AssetFile, UploadActor>> }

/** Updates an entry's form from its uploads and reports their state to the entry. Returns a function that unsubscribes. */
export function bindNewAsset({
  report,
  track,
  discard,
  ...parts
}: NewAssetBinding & Pick<UploadBinding, 'track' | 'discard'>): () => void {
  const { form, uploads } = childActorsOf(parts)
  let wasComplete = false
  const reportReadiness = () => {
    const snapshots = mapAssetFiles((name) => uploads[name].getSnapshot())
    const isComplete = isReadyToCreate({ faults: mergeFieldErrors(form.getSnapshot().context), ...snapshots })
    if (isComplete === wasComplete) return
    wasComplete = isComplete
    report({ type: isComplete ? 'input.completed' : 'input.invalidated' })
  }
  const suggestValues = (file: File) => {
    const { names = [], materials = [] } = uploads.model.getSnapshot().context.verdict ?? {}
    report({ type: 'model.selected', file, parts: names, materials, values: form.getSnapshot().context.values })
  }
  const unbindUploads = ASSET_FILE_NAMES.map((field) =>
    bindUploadToForm({
      ...{ upload: uploads[field], field, kind: ASSET_FILES[field], form, track, discard },
      onSelected: field === 'model' ? suggestValues : undefined,
    }),
  )
  const subscriptions: Subscription[] = [
    form.on('form.submitted', ({ output }) => report({ type: 'form.submitted', asset: output as CreatedAsset })),
    form.on('submit.blocked', () => report({ type: 'form.rejected' })),
    form.subscribe((snapshot) => snapshot.hasTag('failed') && report({ type: 'form.rejected' })),
    form.subscribe(reportReadiness),
    ...ASSET_FILE_NAMES.map((name) => uploads[name].subscribe(reportReadiness)),
  ]
  return () => {
    for (const end of unbindUploads) end()
    for (const subscription of subscriptions) subscription.unsubscribe()
  }
}
