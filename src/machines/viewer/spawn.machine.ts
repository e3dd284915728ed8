import { assign, type ErrorActorEvent, emit, enqueueActions, setup } from 'xstate'
import { placeholderActor } from '../placeholder-actor.ts'
import { FADE_OUT_SECONDS } from './entrance.ts'
import { isModelSource, type ModelSource, type Progress } from './model-source.ts'

/** Model to spawn. `hasEffect` and `hasAnimation` state whether an effect and an animation are played when the model appears. */
export interface SpawnInput {
  source: unknown
  hasEffect: boolean
  hasAnimation: boolean
  /** Reduced motion: neither effect nor animation is played. */
  isStill: boolean
}

interface SpawnContext<Model> extends SpawnInput {
  /** Download progress, or null before the first bytes. */
  progress: Progress | null
  /** Downloaded files of the model, until the model is built from them. */
  parts: readonly ArrayBuffer[] | null
  /** Loaded model, to be shown next. */
  candidate: Model | null
  /** Displayed model. The old model remains until the new model is visible. */
  model: Model | null
  error: unknown
}

type SpawnEvent<Model> =
  | { type: 'source.changed'; source: unknown; hasEffect: boolean; hasAnimation: boolean }
  | { type: 'motion.changed'; isStill: boolean }
  | { type: 'retry.requested' }
  | { type: 'bytes.received'; progress: Progress }
  /** The first frame with the model was drawn. Each renderer that starts later sends this event again. */
  | { type: 'model.shown'; model: Model }
  /** The last loop has ended. The effect or animation now fades out. */
  | { type: 'effect.ended' }
  | { type: 'animation.ended' }
  /** Skipped: there is nothing to play. */
  | { type: 'effect.skipped' }
  | { type: 'animation.skipped' }

type SpawnEmitted<Model> =
  | { type: 'source.rejected'; source: unknown }
  | { type: 'loading.started' }
  | { type: 'loading.advanced'; progress: Progress }
  | { type: 'model.revealed'; model: Model }
  | { type: 'model.failed'; error: unknown }
  | { type: 'spawn.finished' }

interface FetchInput {
  source: ModelSource
  report: (progress: Progress) => void
}

const EMPTY_CONTEXT = { progress: null, parts: null, candidate: null, model: null, error: null }

const FAILED_TRANSITION = {
  target: '#spawn.failed',
  actions: { type: 'storeFailure', params: ({ event }: { event: ErrorActorEvent }) => ({ error: event.error }) },
} as const

/**
 * Appearance of an avatar: downloads the files, builds and shows the model, then plays effect and animation in parallel. Ends
 * when effect and animation have ended.
 */
export const createSpawnMachine = <Model>() =>
  setup({
    types: {} as {
      input: SpawnInput
      context: SpawnContext<Model>
      events: SpawnEvent<Model>
      emitted: SpawnEmitted<Model>
      /** `drawing`: the renderer is in use and should not be interrupted. */
      tags: 'busy' | 'drawing' | 'failed'
    },
    actors: {
      /** Never resolves. Rejects if the renderer becomes unavailable. */
      watchRenderer: placeholderActor<never>('watchRenderer'),
      fetchParts: placeholderActor<readonly ArrayBuffer[], FetchInput>('fetchParts'),
      prepareModel: placeholderActor<Model, { source: ModelSource; parts: readonly ArrayBuffer[] }>('prepareModel'),
    },
    guards: {
      hasNoSource: ({ context }) => context.source === null || context.source === undefined,
      isModel: ({ context }) => isModelSource(context.source),
      hasNoEffect: ({ context }) => context.isStill || !context.hasEffect,
      hasNoAnimation: ({ context }) => context.isStill || !context.hasAnimation,
      isStill: ({ context }) => context.isStill,
      isCandidate: ({ context }, params: { model: Model }) => context.candidate === params.model,
    },
    actions: {
      storeSource: assign((_, params: Pick<SpawnInput, 'source' | 'hasEffect' | 'hasAnimation'>) => ({
        ...params,
        error: null,
      })),
      storeMotion: assign({ isStill: (_, params: { isStill: boolean }) => params.isStill }),
      clearProgress: assign({ progress: null }),
      storeProgress: assign({ progress: (_, params: { progress: Progress }) => params.progress }),
      storeParts: assign({ parts: (_, params: { parts: readonly ArrayBuffer[] }) => params.parts }),
      clearParts: assign({ parts: null }),
      storeCandidate: assign({ candidate: (_, params: { model: Model }) => params.model }),
      clearCandidate: assign({ candidate: null }),
      storeModel: assign({ model: (_, params: { model: Model }) => params.model, error: null }),
      clearModel: assign({ model: null, error: null }),
      storeFailure: enqueueActions(({ enqueue }, params: { error: unknown }) => {
        enqueue.assign({ model: null, error: params.error })
        enqueue.emit({ type: 'model.failed', error: params.error })
      }),
      announceRejection: emit(({ context }) => ({ type: 'source.rejected' as const, source: context.source })),
      announceLoading: emit({ type: 'loading.started' as const }),
      announceProgress: emit((_, params: { progress: Progress }) => ({
        type: 'loading.advanced' as const,
        progress: params.progress,
      })),
      announceModel: emit((_, params: { model: Model }) => ({
        type: 'model.revealed' as const,
        model: params.model,
      })),
      announceFinish: emit({ type: 'spawn.finished' as const }),
    },
    delays: {
      fade: FADE_OUT_SECONDS * 1000,
    },
  }).createMachine({
    id: 'spawn',
    context: ({ input }) => ({ ...input, ...EMPTY_CONTEXT }),
    initial: 'choosing',
    on: {
      'source.changed': {
        target: '.choosing',
        actions: {
          type: 'storeSource',
          params: ({ event: { source, hasEffect, hasAnimation } }) => ({ source, hasEffect, hasAnimation }),
        },
      },
      'motion.changed': { actions: { type: 'storeMotion', params: ({ event }) => ({ isStill: event.isStill }) } },
    },
    states: {
      choosing: {
        always: [
          { guard: 'hasNoSource', target: 'empty' },
          { guard: 'isModel', target: 'loading' },
          { target: 'empty', actions: 'announceRejection' },
        ],
      },
      empty: { entry: 'clearModel' },
      loading: {
        tags: 'busy',
        initial: 'fetching',
        entry: ['clearProgress', 'announceLoading'],
        invoke: { id: 'watchRenderer', src: 'watchRenderer', onError: FAILED_TRANSITION },
        states: {
          fetching: {
            on: {
              'bytes.received': {
                actions: [
                  { type: 'storeProgress', params: ({ event }) => event },
                  { type: 'announceProgress', params: ({ event }) => event },
                ],
              },
            },
            invoke: {
              id: 'fetchParts',
              src: 'fetchParts',
              input: ({ context, self }) => ({
                source: context.source as ModelSource,
                report: (progress) => self.send({ type: 'bytes.received', progress }),
              }),
              onDone: {
                target: 'preparing',
                actions: { type: 'storeParts', params: ({ event }) => ({ parts: event.output }) },
              },
              onError: FAILED_TRANSITION,
            },
          },
          preparing: {
            tags: 'drawing',
            exit: 'clearParts',
            invoke: {
              id: 'prepareModel',
              src: 'prepareModel',
              input: ({ context: { source, parts } }) => ({ source: source as ModelSource, parts: parts ?? [] }),
              onDone: {
                target: 'revealing',
                actions: { type: 'storeCandidate', params: ({ event }) => ({ model: event.output }) },
              },
              onError: FAILED_TRANSITION,
            },
          },
          revealing: {
            tags: 'drawing',
            exit: 'clearCandidate',
            on: {
              'model.shown': {
                guard: { type: 'isCandidate', params: ({ event }) => event },
                target: '#spawn.playing',
                actions: [
                  { type: 'storeModel', params: ({ event }) => event },
                  { type: 'announceModel', params: ({ event }) => event },
                ],
              },
            },
          },
        },
      },
      playing: {
        type: 'parallel',
        tags: 'drawing',
        states: {
          effect: {
            initial: 'running',
            states: {
              running: {
                always: { guard: 'hasNoEffect', target: 'done' },
                on: { 'effect.ended': 'fading', 'effect.skipped': 'done' },
              },
              fading: { always: { guard: 'isStill', target: 'done' }, after: { fade: 'done' } },
              done: { type: 'final' },
            },
          },
          animation: {
            initial: 'running',
            states: {
              running: {
                always: { guard: 'hasNoAnimation', target: 'done' },
                on: { 'animation.ended': 'fading', 'animation.skipped': 'done' },
              },
              fading: { always: { guard: 'isStill', target: 'done' }, after: { fade: 'done' } },
              done: { type: 'final' },
            },
          },
        },
        onDone: { target: 'finished', actions: 'announceFinish' },
      },
      finished: {},
      failed: { tags: 'failed', on: { 'retry.requested': 'loading' } },
    },
  })
