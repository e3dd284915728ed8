import type { Page, Route } from '@playwright/test'

/** One kind of request failure, and the message that the page shows for it. */
export interface RequestFault {
  name: string
  message: string
  /** Whether the browser stays offline until the test sets it online again. */
  isOffline?: boolean
  apply: (route: Route, page: Page) => Promise<void>
}

const BEYOND_TIMEOUT_MS = 31_000

const respondWithError = (code: string, status: number) => (route: Route) =>
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

/** All kinds of failures. The paths use these failures in rotation. */
export const REQUEST_FAULTS: readonly RequestFault[] = [
  {
    name: 'the service has an internal error (500)',
    message: 'Something went wrong on our side. Try again.',
    apply: respondWithError('INTERNAL', 500),
  },
  { name: 'the connection is refused', message: UNREACHABLE, apply: (route) => route.abort('connectionrefused') },
  {
    name: 'the rate limit is exceeded (429)',
    message: 'Too many requests. Wait a moment, then try again.',
    apply: respondWithError('TOO_MANY_REQUESTS', 429),
  },
  {
    name: 'the browser is offline',
    isOffline: true,
    message: UNREACHABLE,
    apply: async (route, page) => {
      await page.context().setOffline(true)
      await route.abort('internetdisconnected')
    },
  },
  {
    name: 'no response arrives in time',
    message: 'The service took too long to respond.',
    apply: (_, page) => page.clock.fastForward(BEYOND_TIMEOUT_MS),
  },
]
