import { assign, emit, setup } from 'xstate'
import { provided } from './provided.ts'
import { FADE } from './rules/entrance.ts'
import { isModelSource, type ModelSource } from './rules/model-source.ts'

/** What is to be spawned; `hasEffect` and `hasAnimation` tell what accompanies the entrance. */
export interface SpawnInput {
  source: unknown
  hasEffect: boolean
  hasAnimation: boolean
  /** Reduced motion: the entrance is over as soon as the model stands. */
  isStill: boolean
}

interface SpawnContext<Model> extends SpawnInput {
  /** What stands on the stage; the old model stays until the new one is ready. */
  model: Model | null
  error: unknown
}

type SpawnEvent =
  | { type: 'source.changed'; source: unknown; hasEffect: boolean; hasAnimation: boolean }
  | { type: 'motion.changed'; isStill: boolean }
  | { type: 'retry.requested' }
  /** The last loop is over: fades out, then done. */
  | { type: 'effect.ended' }
  | { type: 'animation.ended' }
  /** Nothing there to play: done at once. */
  | { type: 'effect.missed' }
  | { type: 'animation.missed' }

type SpawnEmitted =
  | { type: 'source.rejected'; source: unknown }
  | { type: 'model.failed'; error: unknown }
  | { type: 'spawn.finished' }

/** An avatar's entrance: the model loads, then effect and animation play side by side; it is over when both are. */
export const createSpawnMachine = <Model>() =>
  setup({
    types: {} as {
      input: SpawnInput
      context: SpawnContext<Model>
      events: SpawnEvent
      emitted: SpawnEmitted
      tags: 'busy' | 'failed'
    },
    actors: { loadModel: provided<Model, { source: ModelSource }>('loadModel') },
    guards: {
      isNothing: ({ context }) => context.source === null || context.source === undefined,
      isModel: ({ context }) => isModelSource(context.source),
      hasNoEffect: ({ context }) => context.isStill || !context.hasEffect,
      hasNoAnimation: ({ context }) => context.isStill || !context.hasAnimation,
      isStill: ({ context }) => context.isStill,
    },
    actions: {
      keepSource: assign((_, params: Pick<SpawnInput, 'source' | 'hasEffect' | 'hasAnimation'>) => params),
      keepMotion: assign({ isStill: (_, params: { isStill: boolean }) => params.isStill }),
      keepModel: assign({ model: (_, params: { model: Model }) => params.model, error: null }),
      keepError: assign({ error: (_, params: { error: unknown }) => params.error }),
      dropModel: assign({ model: null, error: null }),
      announceRejection: emit(({ context }) => ({ type: 'source.rejected' as const, source: context.source })),
      announceFailure: emit((_, params: { error: unknown }) => ({
        type: 'model.failed' as const,
        error: params.error,
      })),
      announceFinish: emit({ type: 'spawn.finished' as const }),
    },
    delays: {
      fade: FADE * 1000,
    },
  }).createMachine({
    id: 'spawn',
    context: ({ input }) => ({ ...input, model: null, error: null }),
    initial: 'choosing',
    on: {
      'source.changed': {
        target: '.choosing',
        actions: {
          type: 'keepSource',
          params: ({ event: { source, hasEffect, hasAnimation } }) => ({ source, hasEffect, hasAnimation }),
        },
      },
      'motion.changed': { actions: { type: 'keepMotion', params: ({ event }) => ({ isStill: event.isStill }) } },
    },
    states: {
      choosing: {
        always: [
          { guard: 'isNothing', target: 'empty' },
          { guard: 'isModel', target: 'loading' },
          { target: 'empty', actions: 'announceRejection' },
        ],
      },
      empty: { entry: 'dropModel' },
      loading: {
        tags: 'busy',
        invoke: {
          id: 'loadModel',
          src: 'loadModel',
          input: ({ context }) => ({ source: context.source as ModelSource }),
          onDone: {
            target: 'playing',
            actions: { type: 'keepModel', params: ({ event }) => ({ model: event.output }) },
          },
          onError: {
            target: 'failed',
            actions: [
              'dropModel',
              { type: 'keepError', params: ({ event }) => ({ error: event.error }) },
              { type: 'announceFailure', params: ({ event }) => ({ error: event.error }) },
            ],
          },
        },
      },
      playing: {
        type: 'parallel',
        states: {
          effect: {
            initial: 'running',
            states: {
              running: {
                always: { guard: 'hasNoEffect', target: 'done' },
                on: { 'effect.ended': 'fading', 'effect.missed': 'done' },
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
                on: { 'animation.ended': 'fading', 'animation.missed': 'done' },
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
