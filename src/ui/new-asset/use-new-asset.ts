import { useEffect, useEffectEvent, useState } from 'react'
import { uuidv7 } from 'uuidv7'
import type { Asset } from '../../api/contract/assets.ts'
import { assignFiles } from '../../machines/new-asset/assign-files.ts'
import { ASSET_FILE_NAMES } from '../../machines/new-asset/new-asset.ts'
import type { DraftStore } from '../form/draft.ts'
import { useMachineActor } from '../use-machine-actor.ts'
import { type CreateAsset, type NewAssetActor, useNewAssetMachine } from './use-new-asset-machine.ts'
import { useNewAssetState } from './use-new-asset-state.ts'

export interface UseNewAssetOptions {
  create: CreateAsset
  /** Called with the created asset, and whether the user wants to create another. */
  onCreated: (asset: Asset, wantsAnother: boolean) => void
  /** Receives the models if the user adds several together. */
  onMany: (files: readonly File[]) => void
  draft: DraftStore
  /** Returns the files chosen on the previous page. Called after the draft is loaded. */
  takeInitialFiles?: (() => readonly File[]) | undefined
}

export function useNewAsset({ create, onCreated, onMany, draft, takeInitialFiles }: UseNewAssetOptions) {
  const [id] = useState(uuidv7)
  const [isRestored, setIsRestored] = useState(false)
  const { machine, persistenceOf } = useNewAssetMachine({ create, draftOf: () => draft })
  const actor: NewAssetActor = useMachineActor(machine, { input: { id } })
  const entry = useNewAssetState(actor, persistenceOf(id), {
    onRestored: () => {
      setIsRestored(true)
      addInitialFiles()
    },
    onMissing: () => addInitialFiles(),
  })
  const { form, uploads, snapshots } = entry
  const reportCreated = useEffectEvent((asset: Asset) => onCreated(asset, form.values['another'] === true))
  useEffect(() => {
    const subscription = form.actor.on('form.submitted', ({ output }) => reportCreated(output as Asset))
    return () => subscription.unsubscribe()
  }, [form.actor])
  const assignToFields = (files: readonly File[]) => {
    const names = files.map(({ name }) => name)
    const emptyFields = ASSET_FILE_NAMES.filter((name) => snapshots[name].matches('empty'))
    const fieldNames = assignFiles(names, emptyFields)
    if (!fieldNames && files.length > 1) return onMany(files)
    for (const [index, file] of files.entries()) {
      // If a field already has a file, the new file replaces it. A file that fits no field goes to the model field, which rejects
      // that file.
      const fieldName = fieldNames?.[index] ?? assignFiles([file.name], ASSET_FILE_NAMES)?.[0]
      const upload = uploads[fieldName ?? 'model'].actor
      if (fieldName) upload.send({ type: 'removal.requested' })
      upload.send({ type: 'files.dropped', files: [file], folders: 0 })
    }
  }
  const addInitialFiles = useEffectEvent(() => assignToFields(takeInitialFiles?.() ?? []))
  return {
    ...entry,
    isRestored,
    assignToFields,
    /** Resets the form. Resolves when the draft is deleted too. */
    startOver: () => {
      actor.send({ type: 'entry.restarted' })
      setIsRestored(false)
      return draft.clear()
    },
  }
}
