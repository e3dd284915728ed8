import { setup } from 'xstate'
import { placeholderActor } from '../placeholder-actor.ts'

type VersionEvent = { type: 'page.shown' } | { type: 'notice.closed' }

/**
 * Detects a new version of the app on the server. Checks when the browser tab becomes visible, at most every five minutes. Stops
 * once a new version is detected.
 */
export const versionMachine = setup({
  types: {} as {
    input: { runningVersion: string }
    context: { runningVersion: string }
    events: VersionEvent
    tags: 'stale'
  },
  actors: { fetchServedVersion: placeholderActor<string | null, void>('fetchServedVersion') },
  guards: {
    isOtherVersion: ({ context }, { servedVersion }: { servedVersion: string | null }) =>
      servedVersion !== null && servedVersion !== context.runningVersion,
  },
  delays: { checkInterval: 5 * 60_000 },
}).createMachine({
  id: 'version',
  context: ({ input }) => input,
  initial: 'idle',
  states: {
    idle: { after: { checkInterval: 'due' } },
    due: { on: { 'page.shown': 'checking' } },
    checking: {
      invoke: {
        id: 'fetchServedVersion',
        src: 'fetchServedVersion',
        onDone: [
          {
            guard: { type: 'isOtherVersion', params: ({ event }) => ({ servedVersion: event.output }) },
            target: 'stale',
          },
          { target: 'idle' },
        ],
        onError: 'idle',
      },
    },
    stale: { tags: 'stale', on: { 'notice.closed': 'closed' } },
    closed: {},
  },
})
