import { type AnyActorRef, assign, emit, enqueueActions, sendTo, setup, stateIn } from 'xstate'
import { provided } from './provided.ts'
import { type FormValues, fileKeyOf, urlKeyOf } from './rules/form.ts'
import { type Guess, type GuessedChoice, guessInto } from './rules/guess-asset.ts'
import { ASSET_FILE_NAMES, ASSET_FILES, type AssetFile, assetForm, eachFile } from './rules/new-asset.ts'

/** What was made of an entry. */
export interface MadeAsset {
  readonly id: string
  readonly name: string
}

/** The running parts of an entry: a form machine, and an upload machine for each file. */
export interface EntryParts {
  readonly form: AnyActorRef
  readonly uploads: Readonly<Record<AssetFile, AnyActorRef>>
}

interface EntryContext extends EntryParts {
  id: string
  /** The model it begins with; `null` for one that is empty, or brought back from its draft. */
  file: File | null
  guessed: Guess
  /** What a person has chosen: no guess takes its place. */
  chosen: readonly GuessedChoice[]
  asset: MadeAsset | null
}

/** A model that passed its checks, and what stands in the form by then. */
interface Selected {
  readonly file: File
  /** What its parts are called. */
  readonly parts: readonly string[]
  /** What its materials are called. */
  readonly materials?: readonly string[] | undefined
  readonly values: FormValues
}

type EntryEvent =
  /** All that making it needs is there, or no longer is. */
  | { type: 'parts.completed' }
  | { type: 'parts.lacking' }
  | ({ type: 'model.selected' } & Selected)
  | { type: 'choice.made'; field: GuessedChoice }
  | { type: 'draft.restored'; values: FormValues }
  | { type: 'making.requested' }
  | { type: 'turn.given' }
  | { type: 'form.submitted'; asset: MadeAsset }
  | { type: 'form.refused' }
  | { type: 'entry.restarted' }
  | { type: 'entry.discarded' }

/** What the queue it stands in must know: `turn.ended` follows each `turn.requested`, nothing `entry.removed`. */
export type EntryEmitted =
  | { type: 'turn.requested'; id: string }
  | { type: 'turn.ended'; id: string }
  | { type: 'entry.removed'; id: string }

/** How an entry is told what becomes of its parts. */
export type ReportOfParts = (event: EntryEvent) => void

/** One new asset: its form, its files on their way, and its making, by itself or in its turn. */
export const entryMachine = setup({
  types: {} as {
    /** Fields that are `shared` are filled in elsewhere, for all entries of a queue at once. */
    input: { id: string; file?: File | undefined; shared?: readonly string[] }
    context: EntryContext
    events: EntryEvent
    emitted: EntryEmitted
  },
  actors: {
    form: provided<unknown, ReturnType<typeof assetForm>>('form'),
    upload: provided<unknown, { kind: (typeof ASSET_FILES)[AssetFile] }>('upload'),
    /** Runs for as long as the entry does: keeps the form's values in step with the files, and reports how both stand. */
    followParts: provided<never, EntryParts & { report: ReportOfParts }>('followParts'),
    clearDraft: provided<void, { id: string }>('clearDraft'),
  },
  guards: { isComplete: stateIn({ inHand: { parts: 'complete' } }) },
  actions: {
    handOverFile: enqueueActions(({ context: { file, uploads }, enqueue }) => {
      if (file) enqueue.sendTo(uploads.model, { type: 'files.dropped', files: [file], folders: 0 })
    }),
    // One that was sent is not sent again.
    restoreFiles: enqueueActions(({ context: { uploads }, enqueue }, { values }: { values: FormValues }) => {
      for (const name of ASSET_FILE_NAMES) {
        const [file, url] = [values[fileKeyOf(name)], values[urlKeyOf(name)]]
        const sent = typeof url === 'string' && { url }
        if (file instanceof File) enqueue.sendTo(uploads[name], { type: 'file.restored', file, ...sent })
      }
    }),
    fillInGuess: enqueueActions(({ context, enqueue }, { file, parts, materials, values }: Selected) => {
      const { chosen } = context
      const { put, guessed } = guessInto(values, context.guessed, { fileName: file.name, parts, materials, chosen })
      for (const [key, value] of Object.entries(put))
        enqueue.sendTo(context.form, { type: 'value.changed', key, value })
      enqueue.assign({ guessed })
    }),
    // Once chosen it is the person's, also where they chose what was guessed.
    keepChoice: assign(({ context: { guessed, chosen } }, { field }: { field: GuessedChoice }) => ({
      guessed: without(guessed, field),
      chosen: [...chosen.filter((it) => it !== field), field],
    })),
    forgetGuess: assign({ guessed: {}, chosen: [] }),
    submitForm: sendTo(({ context }) => context.form, { type: 'submit.requested' }),
    keepAsset: assign({ asset: (_, params: { asset: MadeAsset }) => params.asset }),
    takeFilesBack: enqueueActions(({ context: { uploads }, enqueue }) => {
      for (const name of ASSET_FILE_NAMES) enqueue.sendTo(uploads[name], { type: 'removal.requested' })
    }),
    emptyForm: sendTo(({ context }) => context.form, { type: 'form.discarded' }),
    requestTurn: emit(({ context: { id } }) => ({ type: 'turn.requested' as const, id })),
    endTurn: emit(({ context: { id } }) => ({ type: 'turn.ended' as const, id })),
    announceRemoval: emit(({ context: { id } }) => ({ type: 'entry.removed' as const, id })),
  },
}).createMachine({
  id: 'entry',
  context: ({ input: { id, file, shared }, spawn }) => ({
    id,
    file: file ?? null,
    form: spawn('form', { id: 'form', input: assetForm(id, shared) }),
    uploads: eachFile((name) => spawn('upload', { id: name, input: { kind: ASSET_FILES[name] } })),
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
                    // What is no longer whole is not made behind the person's back once it is again.
                    'parts.lacking': '#entry.inHand.making.idle',
                  },
                },
                sending: {
                  entry: 'submitForm',
                  on: { 'form.refused': '#entry.inHand.making.refused' },
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
        // Storage that fails holds nothing to come back.
        onError: 'gone',
      },
    },
    gone: { type: 'final', entry: 'announceRemoval' },
  },
})

function without(guess: Guess, field: GuessedChoice): Guess {
  const { [field]: _, ...rest } = guess
  return rest
}
