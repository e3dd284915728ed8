import { assetSetup } from './asset.setup.ts'

const storeErrorAction = {
  type: 'storeError',
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
    placeholder: input.placeholder ?? null,
    page: null,
    error: null,
    change: {},
    pendingChange: null,
    command: null,
    queuedCommands: [],
    remoteChange: null,
  }),
  initial: 'loading',
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        id: 'loadAsset',
        src: 'loadAsset',
        input: ({ context }) => ({ id: context.id }),
        onDone: { target: 'shown', actions: { type: 'storePage', params: ({ event }) => ({ page: event.output }) } },
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
        'change.submitted': { actions: { type: 'storePendingChange', params: ({ event }) => event } },
        'command.requested': { actions: { type: 'enqueueCommand', params: ({ event }) => event } },
        'remoteChange.received': { actions: { type: 'storeRemoteChange', params: ({ event }) => event } },
      },
      states: {
        settled: {
          initial: 'idle',
          always: [
            // Another user changed the same fields. The user decides whether to overwrite that change.
            {
              guard: { type: 'isConflicting', params: ({ context }) => ({ submitted: context.pendingChange }) },
              target: 'conflicted',
              actions: 'takePendingChange',
            },
            { guard: 'hasPendingChange', target: 'saving', actions: 'takePendingChange' },
            { guard: 'hasQueuedCommand', target: 'runningCommand', actions: 'startNextCommand' },
            { guard: 'hasRemoteChange', target: '.stale', actions: 'clearRemoteChange' },
          ],
          on: {
            'lock.toggled': 'togglingLock',
            'change.submitted': [
              {
                guard: { type: 'isConflicting', params: ({ event }) => ({ submitted: event }) },
                target: 'conflicted',
                actions: { type: 'storeChange', params: ({ event }) => event },
              },
              { target: 'saving', actions: { type: 'storeChange', params: ({ event }) => event } },
            ],
          },
          states: {
            idle: {},
            justSaved: { after: { savedMessageDuration: 'idle' } },
            // Background reload. Other actions do not wait for the reload, because each of them returns a fresh page.
            stale: { after: { coalesceDelay: 'refreshing' } },
            refreshing: {
              invoke: {
                id: 'loadAsset',
                src: 'loadAsset',
                input: ({ context }) => ({ id: context.id }),
                onDone: {
                  target: 'idle',
                  actions: { type: 'refreshPage', params: ({ event }) => ({ page: event.output }) },
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
        runningCommand: {
          tags: 'busy',
          invoke: {
            id: 'runCommand',
            src: 'runCommand',
            input: ({ context: { id, command, page } }) => ({
              id,
              command: command!.command,
              updatedAt: page?.asset.updatedAt ?? '',
            }),
            onDone: {
              target: 'settled',
              actions: [
                { type: 'refreshPage', params: ({ event }) => ({ page: event.output }) },
                'announceCompletedCommand',
              ],
            },
            // Another user's change may have caused the refusal, so the page is reloaded.
            onError: {
              target: 'settled.refreshing',
              actions: { type: 'announceRefusedCommand', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        togglingLock: {
          tags: 'busy',
          entry: 'clearError',
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
              actions: { type: 'storePage', params: ({ event }) => ({ page: event.output }) },
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
                { type: 'storePage', params: ({ event }) => ({ page: event.output }) },
                'clearChange',
                'announceSavedChange',
              ],
            },
            onError: [
              {
                guard: { type: 'isStale', params: ({ event }) => ({ error: event.error }) },
                target: 'loadingConflict',
              },
              {
                guard: { type: 'isLocked', params: ({ event }) => ({ error: event.error }) },
                target: 'reloading',
                actions: storeErrorAction,
              },
              { target: 'settled', actions: [storeErrorAction, 'announceRefusedChange'] },
            ],
          },
        },
        // Another user locked the asset. Reloads the page without losing the user's input and the error.
        reloading: {
          tags: 'busy',
          invoke: {
            id: 'loadAsset',
            src: 'loadAsset',
            input: ({ context }) => ({ id: context.id }),
            onDone: {
              target: 'settled',
              actions: [
                { type: 'refreshPage', params: ({ event }) => ({ page: event.output }) },
                'announceRefusedChange',
              ],
            },
            onError: { target: 'settled', actions: 'announceRefusedChange' },
          },
        },
        loadingConflict: {
          tags: 'busy',
          invoke: {
            id: 'loadAsset',
            src: 'loadAsset',
            input: ({ context }) => ({ id: context.id }),
            onDone: {
              target: 'conflicted',
              actions: { type: 'storePage', params: ({ event }) => ({ page: event.output }) },
            },
            onError: { target: 'settled', actions: [storeErrorAction, 'announceRefusedChange'] },
          },
        },
        conflicted: {
          on: {
            'remoteVersion.accepted': { target: 'settled', actions: ['clearChange', 'announceSavedChange'] },
            'overwrite.confirmed': 'saving',
          },
        },
      },
    },
  },
})
