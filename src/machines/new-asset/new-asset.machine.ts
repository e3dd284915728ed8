import { type AnyActorRef, assign, emit, enqueueActions, sendTo, setup, stateIn } from 'xstate'
import { type FormValues, fileKeyOf, urlKeyOf } from '../form/form.ts'
import { placeholderActor } from '../placeholder-actor.ts'
import { type AssetGuess, applyGuess, type GuessedField } from './guess-asset.ts'
import { ASSET_FILE_NAMES, ASSET_FILES, type AssetFile, createNewAssetForm, mapAssetFiles } from './new-asset.ts'

export interface CreatedAsset {
  readonly id: string
  readonly name: string
}

export interface NewAssetActors {
  readonly form: AnyActorRef
  readonly uploads: Readonly<Record<AssetFile, AnyActorRef>>
}

interface NewAssetContext extends NewAssetActors {
  id: string
  /** Initial model, or `null` for an empty entry or one restored from a draft. */
  file: File | null
  guessed: AssetGuess
  /** Fields that the user has chosen, which guesses never overwrite. */
  chosen: readonly GuessedField[]
  asset: CreatedAsset | null
}

/** Model that passed its checks, with the current form values. */
interface CheckedModel {
  readonly file: File
  /** Names of the model's meshes. */
  readonly parts: readonly string[]
  readonly materials?: readonly string[] | undefined
  readonly values: FormValues
}

type NewAssetEvent =
  /** All required input is available. */
  | { type: 'input.completed' }
  | { type: 'input.invalidated' }
  | ({ type: 'model.selected' } & CheckedModel)
  | { type: 'field.chosen'; field: GuessedField }
  | { type: 'draft.restored'; values: FormValues }
  | { type: 'creation.requested' }
  | { type: 'slot.granted' }
  | { type: 'form.submitted'; asset: CreatedAsset }
  | { type: 'form.rejected' }
  | { type: 'entry.restarted' }
  | { type: 'entry.discarded' }

/** Events for the queue. `slot.released` follows each `slot.requested`; no event follows `entry.removed`. */
export type NewAssetEmitted =
  | { type: 'slot.requested'; id: string }
  | { type: 'slot.released'; id: string }
  | { type: 'entry.removed'; id: string }

/** Callback that reports the state of the child actors to the entry. */
export type ReportChildEvent = (event: NewAssetEvent) => void

/** A new asset: its form, its uploads, and its creation, alone or scheduled by a queue. */
export const newAssetMachine = setup({
  types: {} as {
    /** `shared` fields are edited once for all entries of a queue. */
    input: { id: string; file?: File | undefined; shared?: readonly string[] }
    context: NewAssetContext
    events: NewAssetEvent
    emitted: NewAssetEmitted
  },
  actors: {
    form: placeholderActor<unknown, ReturnType<typeof createNewAssetForm>>('form'),
    upload: placeholderActor<unknown, { kind: (typeof ASSET_FILES)[AssetFile] }>('upload'),
    /** Runs as long as the entry. Syncs the form's values with the files, and reports the state of the form and the files. */
    syncFormAndFiles: placeholderActor<never, NewAssetActors & { report: ReportChildEvent }>('syncFormAndFiles'),
    clearDraft: placeholderActor<void, { id: string }>('clearDraft'),
  },
  guards: { isInputComplete: stateIn({ active: { input: 'complete' } }) },
  actions: {
    passInitialFile: enqueueActions(({ context: { file, uploads }, enqueue }) => {
      if (file) enqueue.sendTo(uploads.model, { type: 'files.dropped', files: [file], folders: 0 })
    }),
    // A file that was already uploaded is not uploaded again.
    restoreFiles: enqueueActions(({ context: { uploads }, enqueue }, { values }: { values: FormValues }) => {
      for (const name of ASSET_FILE_NAMES) {
        const [file, url] = [values[fileKeyOf(name)], values[urlKeyOf(name)]]
        const sent = typeof url === 'string' && { url }
        if (file instanceof File) enqueue.sendTo(uploads[name], { type: 'file.restored', file, ...sent })
      }
    }),
    fillInGuess: enqueueActions(({ context, enqueue }, { file, parts, materials, values }: CheckedModel) => {
      const { chosen } = context
      const { put, guessed } = applyGuess(values, context.guessed, { fileName: file.name, parts, materials, chosen })
      for (const [key, value] of Object.entries(put))
        enqueue.sendTo(context.form, { type: 'value.changed', key, value })
      enqueue.assign({ guessed })
    }),
    // A value that the user chose is not a guess, even if it equals the guessed value.
    storeChoice: assign(({ context: { guessed, chosen } }, { field }: { field: GuessedField }) => ({
      guessed: withoutGuess(guessed, field),
      chosen: [...chosen.filter((chosenField) => chosenField !== field), field],
    })),
    clearGuess: assign({ guessed: {}, chosen: [] }),
    submitForm: sendTo(({ context }) => context.form, { type: 'submit.requested' }),
    storeAsset: assign({ asset: (_, params: { asset: CreatedAsset }) => params.asset }),
    removeFiles: enqueueActions(({ context: { uploads }, enqueue }) => {
      for (const name of ASSET_FILE_NAMES) enqueue.sendTo(uploads[name], { type: 'removal.requested' })
    }),
    discardForm: sendTo(({ context }) => context.form, { type: 'form.discarded' }),
    requestSlot: emit(({ context: { id } }) => ({ type: 'slot.requested' as const, id })),
    releaseSlot: emit(({ context: { id } }) => ({ type: 'slot.released' as const, id })),
    announceRemoval: emit(({ context: { id } }) => ({ type: 'entry.removed' as const, id })),
  },
}).createMachine({
  id: 'new-asset',
  context: ({ input: { id, file, shared }, spawn }) => ({
    id,
    file: file ?? null,
    form: spawn('form', { id: 'form', input: createNewAssetForm(id, shared) }),
    uploads: mapAssetFiles((name) => spawn('upload', { id: name, input: { kind: ASSET_FILES[name] } })),
    guessed: {},
    chosen: [],
    asset: null,
  }),
  entry: 'passInitialFile',
  invoke: {
    id: 'syncFormAndFiles',
    src: 'syncFormAndFiles',
    input: ({ context: { form, uploads }, self }) => ({ form, uploads, report: (event) => self.send(event) }),
  },
  initial: 'active',
  states: {
    active: {
      type: 'parallel',
      on: {
        'model.selected': { actions: { type: 'fillInGuess', params: ({ event }) => event } },
        'draft.restored': { actions: { type: 'restoreFiles', params: ({ event }) => event } },
        'field.chosen': { actions: { type: 'storeChoice', params: ({ event }) => event } },
        'entry.restarted': { actions: ['removeFiles', 'discardForm', 'clearGuess'] },
        'entry.discarded': 'discarding',
      },
      states: {
        input: {
          initial: 'incomplete',
          states: {
            incomplete: { on: { 'input.completed': 'complete' } },
            complete: { on: { 'input.invalidated': 'incomplete' } },
          },
        },
        creation: {
          initial: 'idle',
          on: {
            'form.submitted': { target: '.created', actions: { type: 'storeAsset', params: ({ event }) => event } },
          },
          states: {
            idle: { on: { 'creation.requested': { guard: 'isInputComplete', target: 'scheduled' } } },
            scheduled: {
              entry: 'requestSlot',
              exit: 'releaseSlot',
              initial: 'queued',
              states: {
                queued: {
                  on: {
                    'slot.granted': 'submitting',
                    // An entry that becomes incomplete leaves the queue, so that it is not created later without the user's
                    // consent.
                    'input.invalidated': '#new-asset.active.creation.idle',
                  },
                },
                submitting: {
                  entry: 'submitForm',
                  on: { 'form.rejected': '#new-asset.active.creation.rejected' },
                },
              },
            },
            rejected: { on: { 'creation.requested': { guard: 'isInputComplete', target: 'scheduled' } } },
            created: {
              invoke: { id: 'clearDraft', src: 'clearDraft', input: ({ context: { id } }) => ({ id }), onError: {} },
            },
          },
        },
      },
    },
    discarding: {
      entry: ['removeFiles', 'discardForm'],
      invoke: {
        id: 'clearDraft',
        src: 'clearDraft',
        input: ({ context: { id } }) => ({ id }),
        onDone: 'removed',
        // If storage fails, no draft can be restored either.
        onError: 'removed',
      },
    },
    removed: { type: 'final', entry: 'announceRemoval' },
  },
})

function withoutGuess(guess: AssetGuess, field: GuessedField): AssetGuess {
  const { [field]: _, ...rest } = guess
  return rest
}
