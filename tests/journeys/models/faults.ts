import type { Page, Route } from '@playwright/test'

/** One way in which a request fails, and what the page says of it. */
export interface Fault {
  name: string
  says: string
  /** The browser stays offline until it is brought back. */
  isOffline?: boolean
  strike: (route: Route, page: Page) => Promise<void>
}

/** Longer than the client waits for an answer, in milliseconds. */
const TOO_LONG = 31_000

const refusing = (code: string, status: number) => (route: Route) =>
  route.fulfill({
    status,
    json: {
      error: { code, message: code, status },
      type: 'about:blank',
      title: code,
      status,
      detail: code,
    },
  })

const UNREACHABLE = 'Atelier can’t reach the service. Check your connection.'

/** Every fault; they take turns. */
export const FAULTS: readonly Fault[] = [
  {
    name: 'the service breaks down (500)',
    says: 'Something went wrong on our side. Try again.',
    strike: refusing('INTERNAL', 500),
  },
  { name: 'the connection is refused', says: UNREACHABLE, strike: (route) => route.abort('connectionrefused') },
  {
    name: 'the service is asked too often (429)',
    says: 'Too many requests. Wait a moment, then try again.',
    strike: refusing('TOO_MANY_REQUESTS', 429),
  },
  {
    name: 'the browser is offline',
    isOffline: true,
    says: UNREACHABLE,
    strike: async (route, page) => {
      await page.context().setOffline(true)
      await route.abort('internetdisconnected')
    },
  },
  {
    name: 'no answer comes in time',
    says: 'The service took too long to answer.',
    // The request is left alone: it is the page that gives up.
    strike: (_, page) => page.clock.fastForward(TOO_LONG),
  },
]
