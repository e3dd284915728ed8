import { setup } from 'xstate'
import { placeholderActor } from './placeholder-actor.ts'

type VersionEvent = { type: 'page.shown' } | { type: 'notice.closed' }

/**
 * Detects a new version of the app on the server. Checks when the browser tab becomes visible, at most every few minutes. Stops
 * once a new version is detected.
 */
export const versionMachine = setup({
  types: {} as { input: { own: string }; context: { own: string }; events: VersionEvent; tags: 'stale' },
  actors: { readServed: placeholderActor<string | null, void>('readServed') },
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
