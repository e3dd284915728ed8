import { useEffect, useEffectEvent, useState } from 'react'
import { uuidv7 } from 'uuidv7'
import type { Asset } from '../../api/contract/assets.ts'
import { ASSET_FILE_NAMES } from '../../machines/rules/new-asset.ts'
import { placeFiles } from '../../machines/rules/place-files.ts'
import type { DraftKeeper } from '../form/draft.ts'
import { useMachineActor } from '../machine.ts'
import { useEntry } from './use-entry.ts'
import { type CreateAsset, type EntryActor, useEntryMachine } from './use-entry-machine.ts'

/** What {@link useNewAsset} is made from. */
export interface UseNewAssetOptions {
  create: CreateAsset
  /** Told of the asset that was made, and whether another is wanted. */
  onCreated: (asset: Asset, wantsAnother: boolean) => void
  /** Takes several models that come together. */
  onMany: (files: readonly File[]) => void
  draft: DraftKeeper
  /** Files that were brought along for this page: taken once it is known what a draft holds. */
  brought?: (() => readonly File[]) | undefined
}

/** Runs the entry of the one asset that a page makes. */
export function useNewAsset({ create, onCreated, onMany, draft, brought }: UseNewAssetOptions) {
  const [id] = useState(uuidv7)
  const [isRestored, setIsRestored] = useState(false)
  const { machine, keptOf } = useEntryMachine({ create, draftOf: () => draft })
  const actor: EntryActor = useMachineActor(machine, { input: { id } })
  const entry = useEntry(actor, keptOf(id), {
    onRestored: () => {
      setIsRestored(true)
      bring()
    },
    onMissing: () => bring(),
  })
  const { form, uploads, snapshots } = entry
  const announce = useEffectEvent((asset: Asset) => onCreated(asset, form.values['another'] === true))
  useEffect(() => {
    const subscription = form.actor.on('form.submitted', ({ output }) => announce(output as Asset))
    return () => subscription.unsubscribe()
  }, [form.actor])
  /** Hands files to the fields they are for by their names. */
  const place = (files: readonly File[]) => {
    const names = files.map(({ name }) => name)
    const vacant = ASSET_FILE_NAMES.filter((name) => snapshots[name].matches('vacant'))
    const places = placeFiles(names, vacant)
    if (!places && files.length > 1) return onMany(files)
    for (const [index, file] of files.entries()) {
      // What finds no room takes the place of what is there; what no field takes is turned away where models are.
      const wished = places?.[index] ?? placeFiles([file.name], ASSET_FILE_NAMES)?.[0]
      const upload = uploads[wished ?? 'model'].actor
      if (wished) upload.send({ type: 'removal.requested' })
      upload.send({ type: 'files.dropped', files: [file], folders: 0 })
    }
  }
  const bring = useEffectEvent(() => place(brought?.() ?? []))
  return {
    ...entry,
    /** What a draft held is filled in. */
    isRestored,
    place,
    /** Takes everything back; fulfilled when no draft holds it either. */
    startOver: () => {
      actor.send({ type: 'entry.restarted' })
      setIsRestored(false)
      return draft.clear()
    },
  }
}
