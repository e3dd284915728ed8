import { useEffectEvent, useState } from 'react'
import { type ActorRefFrom, fromCallback, fromPromise } from 'xstate'
import type { Asset } from '../../api/contract/assets.ts'
import { entryMachine } from '../../machines/entry.machine.ts'
import { formMachine } from '../../machines/form.machine.ts'
import type { FormValues } from '../../machines/rules/form.ts'
import type { SendFile } from '../../machines/rules/sending.ts'
import { useAtelier } from '../context.ts'
import type { DraftKeeper } from '../form/draft.ts'
import { useUploadMachine } from '../upload/use-upload-machine.ts'
import { type FollowedParts, followParts } from './follow-parts.ts'

/** A running entry: one new asset. */
export type EntryActor = ActorRefFrom<typeof entryMachine>

/** Makes an asset. The same `idempotencyKey` makes it once. Rejects with `ApiError`. */
export type CreateAsset = (body: FormValues, options: { idempotencyKey: string; signal: AbortSignal }) => Promise<Asset>

/** What is kept of an entry beyond a reload: its draft, and the id of the intent behind it, which a draft brings back. */
export interface KeptEntry {
  readonly draft: DraftKeeper
  readonly intent: { current: string }
}

/** The entry machine with its form and its uploads, as the app makes assets; `keptOf` an entry, by its id, is always the same. */
export function useEntryMachine(options: { create: CreateAsset; draftOf: (id: string) => DraftKeeper }) {
  const { sendFile, track } = useAtelier()
  const upload = useUploadMachine()
  const create = useEffectEvent(options.create)
  const tell = useEffectEvent(track)
  const discard = useEffectEvent((...given: Parameters<SendFile['discard']>) => sendFile.discard(...given))
  const [made] = useState(() => {
    const keptOf = keeping(options.draftOf)
    const form = formMachine.provide({
      actors: {
        submitForm: fromPromise(({ input: { body, initial, revision }, signal }) =>
          create(body, { idempotencyKey: `${keptOf(String(initial['entryId'])).intent.current}.${revision}`, signal }),
        ),
      },
    })
    const parts = {
      form,
      upload,
      followParts: fromCallback(({ input }: { input: FollowedParts }) =>
        followParts({ ...input, track: tell, discard }),
      ),
      clearDraft: fromPromise(({ input }: { input: { id: string } }) => keptOf(input.id).draft.clear()),
    }
    // The machine knows its parts by what it sends them alone, so that no machine imports another.
    return { machine: entryMachine.provide({ actors: parts as never }), keptOf }
  })
  return made
}

function keeping(draftOf: (id: string) => DraftKeeper): (id: string) => KeptEntry {
  const all = new Map<string, KeptEntry>()
  return (id) => {
    const kept = all.get(id) ?? { draft: draftOf(id), intent: { current: id } }
    all.set(id, kept)
    return kept
  }
}
