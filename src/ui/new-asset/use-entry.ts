import { useSelector } from '@xstate/react'
import type { GuessedChoice } from '../../machines/rules/guess-asset.ts'
import { type AssetFile, eachFile } from '../../machines/rules/new-asset.ts'
import { useAtelier } from '../context.ts'
import { useDraft } from '../form/use-draft.ts'
import { useFormView } from '../form/use-form-view.ts'
import { type Upload, useUpload } from '../upload/use-upload.ts'
import { partsOf } from './follow-parts.ts'
import type { EntryActor, KeptEntry } from './use-entry-machine.ts'
import { sayWaits } from './waits.ts'

/** The uploads of an asset's files. */
export type AssetUploads = Readonly<Record<AssetFile, Upload>>

/** Who is told what became of an entry's draft. */
export type HeardOfDraft = { onRestored?: () => void; onMissing?: () => void }

/** How a running entry stands, as its view shows it; what is filled in is kept for as long as the view is shown. */
export function useEntry(entry: EntryActor, { draft, intent }: KeptEntry, heard: HeardOfDraft = {}) {
  const { translate, language } = useAtelier()
  // They are the entry's from its beginning to its end.
  const actors = partsOf(entry.getSnapshot().context)
  const form = useFormView(actors.form)
  const uploads: AssetUploads = {
    model: useUpload(actors.uploads.model),
    texture: useUpload(actors.uploads.texture),
    icon: useUpload(actors.uploads.icon),
    psd: useUpload(actors.uploads.psd),
  }
  const snapshots = eachFile((name) => uploads[name].snapshot)
  const guessed = useSelector(entry, ({ context }) => context.guessed)
  const { keepDraft } = useDraft(actors.form, {
    draft,
    id: intent,
    restores: 'atOnce',
    onRestored: (values) => {
      entry.send({ type: 'draft.restored', values })
      heard.onRestored?.()
    },
    onMissing: heard.onMissing,
  })
  /** What creating waits for, as a sentence; `undefined` when for nothing. */
  const waits = sayWaits({ faults: form.faults, ...snapshots }, translate, language)
  const modelError = form.bind('model').error
  return {
    form,
    uploads,
    snapshots,
    waits,
    keepDraft,
    /** What the service found wrong with a model that arrived. */
    refusal: uploads.model.snapshot.matches('sent') ? modelError : undefined,
    /** What the model suggested, until somebody chooses. */
    guessed,
    /** Told as somebody chooses what may have been guessed. */
    choose: (field: GuessedChoice) => entry.send({ type: 'choice.made', field }),
  }
}
