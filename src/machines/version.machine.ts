import { setup } from 'xstate'
import { provided } from './provided.ts'

type VersionEvent = { type: 'page.shown' } | { type: 'notice.closed' }

/**
 * Whether the server has another version of the app than the one that runs: looked at when the page is shown again, a few
 * minutes after the last time at the earliest; not any more once there is one.
 */
export const versionMachine = setup({
  types: {} as { input: { own: string }; context: { own: string }; events: VersionEvent; tags: 'stale' },
  actors: { readServed: provided<string | null, void>('readServed') },
  guards: {
    isOther: ({ context }, { served }: { served: string | null }) => served !== null && served !== context.own,
  },
  delays: { minutes: 5 * 60_000 },
}).createMachine({
  id: 'version',
  context: ({ input }) => input,
  initial: 'resting',
  states: {
    resting: { after: { minutes: 'due' } },
    due: { on: { 'page.shown': 'looking' } },
    looking: {
      invoke: {
        id: 'readServed',
        src: 'readServed',
        onDone: [
          { guard: { type: 'isOther', params: ({ event }) => ({ served: event.output }) }, target: 'stale' },
          { target: 'resting' },
        ],
        onError: 'resting',
      },
    },
    stale: { tags: 'stale', on: { 'notice.closed': 'closed' } },
    closed: {},
  },
})
