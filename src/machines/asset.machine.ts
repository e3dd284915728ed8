import { assetSetup } from './asset.setup.ts'

const storeErrorAction = {
  type: 'keepError',
  params: ({ event }: { event: { error: unknown } }) => ({ error: event.error }),
} as const

/**
 * Machine of an asset's page. Loads the asset, saves changes, sets the lock and runs commands. A change based on an outdated
 * version leads to a conflict and is not lost.
 */
export const assetMachine = assetSetup.createMachine({
  id: 'asset',
  context: ({ input }) => ({
    id: input.id,
    seen: input.seen ?? null,
    page: null,
    error: null,
    change: {},
    waiting: null,
    command: null,
    next: [],
    heard: null,
  }),
  initial: 'loading',
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        id: 'loadAsset',
        src: 'loadAsset',
        input: ({ context }) => ({ id: context.id }),
        onDone: { target: 'shown', actions: { type: 'keepPage', params: ({ event }) => ({ page: event.output }) } },
        onError: [
          { guard: { type: 'isMissing', params: ({ event }) => ({ error: event.error }) }, target: 'missing' },
          { target: 'failed', actions: storeErrorAction },
        ],
      },
    },
    missing: {},
    failed: { on: { 'retry.requested': 'loading' } },
    shown: {
      initial: 'settled',
      // The current request finishes first. A change submitted in the meantime is saved afterwards.
      on: {
        'change.submitted': { actions: { type: 'keepWaiting', params: ({ event }) => event } },
        'command.requested': { actions: { type: 'keepNext', params: ({ event }) => event } },
        'change.heard': { actions: { type: 'keepHeard', params: ({ event }) => event } },
      },
      states: {
        settled: {
          initial: 'idle',
          always: [
            // Another user changed the same fields. The user decides whether to overwrite that change.
            {
              guard: { type: 'isOvertaken', params: ({ context }) => ({ submitted: context.waiting }) },
              target: 'conflicted',
              actions: 'takeUpWaiting',
            },
            { guard: 'isWaiting', target: 'saving', actions: 'takeUpWaiting' },
            { guard: 'hasNext', target: 'performing', actions: 'beginNext' },
            { guard: 'hasNews', target: '.stale', actions: 'forgetHeard' },
          ],
          on: {
            'lock.toggled': 'relocking',
            'change.submitted': [
              {
                guard: { type: 'isOvertaken', params: ({ event }) => ({ submitted: event }) },
                target: 'conflicted',
                actions: { type: 'keepChange', params: ({ event }) => event },
              },
              { target: 'saving', actions: { type: 'keepChange', params: ({ event }) => event } },
            ],
          },
          states: {
            idle: {},
            justSaved: { after: { moment: 'idle' } },
            // Background reload. Other actions do not wait for the reload, because each of them returns a fresh page.
            stale: { after: { gathering: 'refreshing' } },
            refreshing: {
              invoke: {
                id: 'loadAsset',
                src: 'loadAsset',
                input: ({ context }) => ({ id: context.id }),
                onDone: {
                  target: 'idle',
                  actions: { type: 'renewPage', params: ({ event }) => ({ page: event.output }) },
                },
                onError: [
                  {
                    guard: { type: 'isMissing', params: ({ event }) => ({ error: event.error }) },
                    target: '#asset.missing',
                  },
                  { target: 'idle' },
                ],
              },
            },
          },
        },
        performing: {
          tags: 'busy',
          invoke: {
            id: 'perform',
            src: 'perform',
            input: ({ context: { id, command, page } }) => ({
              id,
              command: command!.command,
              updatedAt: page?.asset.updatedAt ?? '',
            }),
            onDone: {
              target: 'settled',
              actions: [{ type: 'renewPage', params: ({ event }) => ({ page: event.output }) }, 'announceDone'],
            },
            // Another user's change may have caused the refusal, so the page is reloaded.
            onError: {
              target: 'settled.refreshing',
              actions: { type: 'announceCommandRefused', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        relocking: {
          tags: 'busy',
          entry: 'forgetError',
          invoke: {
            id: 'setLock',
            src: 'setLock',
            input: ({ context: { id, page }, event }) => ({
              id,
              locked: !page?.asset.locked,
              ...(event.type === 'lock.toggled' && event.reason !== undefined && { reason: event.reason }),
            }),
            onDone: {
              target: 'settled',
              actions: { type: 'keepPage', params: ({ event }) => ({ page: event.output }) },
            },
            onError: {
              target: 'settled',
              actions: storeErrorAction,
            },
          },
        },
        saving: {
          tags: 'busy',
          invoke: {
            id: 'saveAsset',
            src: 'saveAsset',
            input: ({ context: { id, change, page } }) => ({ id, change, updatedAt: page?.asset.updatedAt ?? '' }),
            onDone: {
              target: 'settled.justSaved',
              actions: [
                { type: 'keepPage', params: ({ event }) => ({ page: event.output }) },
                'settleChange',
                'announceSaved',
              ],
            },
            onError: [
              { guard: { type: 'isStale', params: ({ event }) => ({ error: event.error }) }, target: 'comparing' },
              {
                guard: { type: 'isLocked', params: ({ event }) => ({ error: event.error }) },
                target: 'catchingUp',
                actions: storeErrorAction,
              },
              { target: 'settled', actions: [storeErrorAction, 'announceRefused'] },
            ],
          },
        },
        // Another user locked the asset. Reloads the page without losing the user's input and the error.
        catchingUp: {
          tags: 'busy',
          invoke: {
            id: 'loadAsset',
            src: 'loadAsset',
            input: ({ context }) => ({ id: context.id }),
            onDone: {
              target: 'settled',
              actions: [{ type: 'renewPage', params: ({ event }) => ({ page: event.output }) }, 'announceRefused'],
            },
            onError: { target: 'settled', actions: 'announceRefused' },
          },
        },
        comparing: {
          tags: 'busy',
          invoke: {
            id: 'loadAsset',
            src: 'loadAsset',
            input: ({ context }) => ({ id: context.id }),
            onDone: {
              target: 'conflicted',
              actions: { type: 'keepPage', params: ({ event }) => ({ page: event.output }) },
            },
            onError: { target: 'settled', actions: [storeErrorAction, 'announceRefused'] },
          },
        },
        conflicted: {
          on: {
            'theirs.taken': { target: 'settled', actions: ['settleChange', 'announceSaved'] },
            'mine.kept': 'saving',
          },
        },
      },
    },
  },
})
