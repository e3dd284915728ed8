import { type AnyActorRef, assign, emit, enqueueActions, sendTo, setup, stateIn } from 'xstate'
import { placeholderActor } from './placeholder-actor.ts'
import { type FormValues, fileKeyOf, urlKeyOf } from './rules/form.ts'
import { type AssetGuess, applyGuess, type GuessedField } from './rules/guess-asset.ts'
import { ASSET_FILE_NAMES, ASSET_FILES, type AssetFile, createNewAssetForm, mapAssetFiles } from './rules/new-asset.ts'

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
  | { type: 'parts.completed' }
  | { type: 'parts.lacking' }
  | ({ type: 'model.selected' } & CheckedModel)
  | { type: 'choice.made'; field: GuessedField }
  | { type: 'draft.restored'; values: FormValues }
  | { type: 'making.requested' }
  | { type: 'turn.given' }
  | { type: 'form.submitted'; asset: CreatedAsset }
  | { type: 'form.refused' }
  | { type: 'entry.restarted' }
  | { type: 'entry.discarded' }

/** Events for the queue. `turn.ended` follows each `turn.requested`; no event follows `entry.removed`. */
export type NewAssetEmitted =
  | { type: 'turn.requested'; id: string }
  | { type: 'turn.ended'; id: string }
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
    followParts: placeholderActor<never, NewAssetActors & { report: ReportChildEvent }>('followParts'),
    clearDraft: placeholderActor<void, { id: string }>('clearDraft'),
  },
  guards: { isComplete: stateIn({ inHand: { parts: 'complete' } }) },
  actions: {
    handOverFile: enqueueActions(({ context: { file, uploads }, enqueue }) => {
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
    keepChoice: assign(({ context: { guessed, chosen } }, { field }: { field: GuessedField }) => ({
      guessed: withoutGuess(guessed, field),
      chosen: [...chosen.filter((chosenField) => chosenField !== field), field],
    })),
    forgetGuess: assign({ guessed: {}, chosen: [] }),
    submitForm: sendTo(({ context }) => context.form, { type: 'submit.requested' }),
    keepAsset: assign({ asset: (_, params: { asset: CreatedAsset }) => params.asset }),
    takeFilesBack: enqueueActions(({ context: { uploads }, enqueue }) => {
      for (const name of ASSET_FILE_NAMES) enqueue.sendTo(uploads[name], { type: 'removal.requested' })
    }),
    emptyForm: sendTo(({ context }) => context.form, { type: 'form.discarded' }),
    requestTurn: emit(({ context: { id } }) => ({ type: 'turn.requested' as const, id })),
    endTurn: emit(({ context: { id } }) => ({ type: 'turn.ended' as const, id })),
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
  entry: 'handOverFile',
  invoke: {
    id: 'followParts',
    src: 'followParts',
    input: ({ context: { form, uploads }, self }) => ({ form, uploads, report: (event) => self.send(event) }),
  },
  initial: 'inHand',
  states: {
    inHand: {
      type: 'parallel',
      on: {
        'model.selected': { actions: { type: 'fillInGuess', params: ({ event }) => event } },
        'draft.restored': { actions: { type: 'restoreFiles', params: ({ event }) => event } },
        'choice.made': { actions: { type: 'keepChoice', params: ({ event }) => event } },
        'entry.restarted': { actions: ['takeFilesBack', 'emptyForm', 'forgetGuess'] },
        'entry.discarded': 'discarding',
      },
      states: {
        parts: {
          initial: 'lacking',
          states: {
            lacking: { on: { 'parts.completed': 'complete' } },
            complete: { on: { 'parts.lacking': 'lacking' } },
          },
        },
        making: {
          initial: 'idle',
          on: { 'form.submitted': { target: '.made', actions: { type: 'keepAsset', params: ({ event }) => event } } },
          states: {
            idle: { on: { 'making.requested': { guard: 'isComplete', target: 'inTurn' } } },
            inTurn: {
              entry: 'requestTurn',
              exit: 'endTurn',
              initial: 'waiting',
              states: {
                waiting: {
                  on: {
                    'turn.given': 'sending',
                    // An entry that becomes incomplete leaves the queue, so that it is not created later without the user's
                    // consent.
                    'parts.lacking': '#new-asset.inHand.making.idle',
                  },
                },
                sending: {
                  entry: 'submitForm',
                  on: { 'form.refused': '#new-asset.inHand.making.refused' },
                },
              },
            },
            refused: { on: { 'making.requested': { guard: 'isComplete', target: 'inTurn' } } },
            made: {
              invoke: { id: 'clearDraft', src: 'clearDraft', input: ({ context: { id } }) => ({ id }), onError: {} },
            },
          },
        },
      },
    },
    discarding: {
      entry: ['takeFilesBack', 'emptyForm'],
      invoke: {
        id: 'clearDraft',
        src: 'clearDraft',
        input: ({ context: { id } }) => ({ id }),
        onDone: 'gone',
        // If storage fails, no draft can be restored either.
        onError: 'gone',
      },
    },
    gone: { type: 'final', entry: 'announceRemoval' },
  },
})

function withoutGuess(guess: AssetGuess, field: GuessedField): AssetGuess {
  const { [field]: _, ...rest } = guess
  return rest
}
