import { useEffectEvent, useState } from 'react'
import { type ActorRefFrom, fromCallback, fromPromise } from 'xstate'
import type { Asset } from '../../api/contract/assets.ts'
import { formMachine } from '../../machines/form/form.machine.ts'
import type { FormValues } from '../../machines/form/form.ts'
import { newAssetMachine } from '../../machines/new-asset/new-asset.machine.ts'
import type { SendFile } from '../../machines/upload/send-file.ts'
import { useAtelier } from '../context.ts'
import type { DraftStore } from '../form/draft.ts'
import { useUploadMachine } from '../upload/use-upload-machine.ts'
import { bindNewAsset, type NewAssetBinding } from './bind-new-asset.ts'

export type NewAssetActor = ActorRefFrom<typeof newAssetMachine>

/** Creates an asset, only once per `idempotencyKey`. Rejects with `ApiError`. */
export type CreateAsset = (body: FormValues, options: { idempotencyKey: string; signal: AbortSignal }) => Promise<Asset>

/** Data of an entry that survives a reload: the draft, and the id for the idempotency key, which the draft restores. */
export interface NewAssetPersistence {
  readonly draft: DraftStore
  readonly intent: { current: string }
}

/** Provides the machine of an entry with its form and uploads. `persistenceOf` returns the same object for the same id. */
export function useNewAssetMachine(options: { create: CreateAsset; draftOf: (id: string) => DraftStore }) {
  const { sendFile, track } = useAtelier()
  const upload = useUploadMachine()
  const create = useEffectEvent(options.create)
  const trackEvent = useEffectEvent(track)
  const discard = useEffectEvent((...args: Parameters<SendFile['discard']>) => sendFile.discard(...args))
  const [provided] = useState(() => {
    const persistenceOf = createNewAssetPersistence(options.draftOf)
    const form = formMachine.provide({
      actors: {
        submitForm: fromPromise(({ input: { body, initial, revision }, signal }) =>
          create(body, {
            idempotencyKey: `${persistenceOf(String(initial['entryId'])).intent.current}.${revision}`,
            signal,
          }),
        ),
      },
    })
    const actors = {
      form,
      upload,
      syncFormAndFiles: fromCallback(({ input }: { input: NewAssetBinding }) =>
        bindNewAsset({ ...input, track: trackEvent, discard }),
      ),
      clearDraft: fromPromise(({ input }: { input: { id: string } }) => persistenceOf(input.id).draft.clear()),
    }
    // The entry machine types its child actors only by the events sent to them, so that no machine imports another machine.
    return { machine: newAssetMachine.provide({ actors: actors as never }), persistenceOf }
  })
  return provided
}

function createNewAssetPersistence(draftOf: (id: string) => DraftStore): (id: string) => NewAssetPersistence {
  const persistenceById = new Map<string, NewAssetPersistence>()
  return (id) => {
    const persistence = persistenceById.get(id) ?? { draft: draftOf(id), intent: { current: id } }
    persistenceById.set(id, persistence)
    return persistence
  }
}
