import { useSelector } from '@xstate/react'
import type { GuessedField } from '../../machines/new-asset/guess-asset.ts'
import { type AssetFile, mapAssetFiles } from '../../machines/new-asset/new-asset.ts'
import { useAtelier } from '../context.ts'
import { useDraft } from '../form/use-draft.ts'
import { useFormView } from '../form/use-form-view.ts'
import { formMessages } from '../messages/form.ts'
import { type Upload, useUpload } from '../upload/use-upload.ts'
import { useTranslate } from '../use-translate.ts'
import { childActorsOf } from './bind-new-asset.ts'
import { describeMissingRequirements } from './missing-requirements.ts'
import type { NewAssetActor, NewAssetPersistence } from './use-new-asset-machine.ts'

export type AssetUploads = Readonly<Record<AssetFile, Upload>>

export type DraftCallbacks = { onRestored?: () => void; onMissing?: () => void }

/** Returns the state of a running entry for its view. Stores the entry's draft while the view is mounted. */
export function useNewAssetState(
  entry: NewAssetActor,
  { draft, intent }: NewAssetPersistence,
  callbacks: DraftCallbacks = {},
) {
  const translate = useTranslate(formMessages)
  const { language } = useAtelier()
  // The child actors of an entry are never replaced.
  const actors = childActorsOf(entry.getSnapshot().context)
  const form = useFormView(actors.form)
  const uploads: AssetUploads = {
    model: useUpload(actors.uploads.model),
    texture: useUpload(actors.uploads.texture),
    icon: useUpload(actors.uploads.icon),
    psd: useUpload(actors.uploads.psd),
  }
  const snapshots = mapAssetFiles((name) => uploads[name].snapshot)
  const guessedFields = useSelector(entry, ({ context }) => context.guessed)
  const { saveDraft } = useDraft(actors.form, {
    draft,
    id: intent,
    restoreMode: 'atOnce',
    onRestored: (values) => {
      entry.send({ type: 'draft.restored', values })
      callbacks.onRestored?.()
    },
    onMissing: callbacks.onMissing,
  })
  const missingParts = describeMissingRequirements({ faults: form.faults, ...snapshots }, translate, language)
  const modelError = form.bind('model').error
  return {
    form,
    uploads,
    snapshots,
    missingMessage: missingParts,
    saveDraft,
    /** Server's reason for rejecting an uploaded model. */
    refusal: uploads.model.snapshot.matches('sent') ? modelError : undefined,
    /** Values suggested by the model and not yet chosen by the user. */
    guessed: guessedFields,
    /** Reports that the user chose a value for a field that the model may have suggested. */
    choose: (field: GuessedField) => entry.send({ type: 'field.chosen', field }),
  }
}
