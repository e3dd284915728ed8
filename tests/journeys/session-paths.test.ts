import type { Page, Route } from '@playwright/test'
import type { EventObject } from 'xstate'
import { getShortestPaths } from 'xstate/graph'
import type { SessionData } from '../../src/api/contract/auth.ts'
import { sessionMachine } from '../../src/machines/session.machine.ts'
import { answers, fails } from '../support/walk.ts'
import { ADMIN, expect, PASSWORD, test } from './support.ts'

/** The session's states as the sign-in page shows them; each waits until it can be seen. */
const SHOWN: Record<string, (page: Page) => Promise<void>> = {
  signedOut: (page) => rests(page, 'Sign in to Atelier', 'Sign in'),
  signingIn: (page) => isBusy(page, 'Sign in'),
  rejectingUnverified: (page) => isBusy(page, 'Sign in'),
  requestingCode: (page) => isBusy(page, 'Send code'),
  awaitingCode: (page) => rests(page, 'Check your e-mail'),
  checkingCode: (page) => isBusy(page, 'Sign in'),
  resendingCode: (page) => expect(page.getByText('A new code is on its way.')).toBeAttached(),
  signingUpGuest: (page) => isBusy(page, 'Continue as guest'),
  signedIn: (page) => expect(page.getByRole('heading', { level: 1, name: 'Assets' })).toBeVisible(),
}

/** A button whose work is under way; one that waits for more to be typed is none. */
const BUSY = 'button[data-busy]'

async function rests(page: Page, heading: string, button?: string): Promise<void> {
  await expect(page.getByRole('heading', { name: heading })).toBeVisible()
  await expect(page.locator(BUSY)).toHaveCount(0)
  if (button) await expect(page.getByRole('button', { name: button, exact: true })).toBeEnabled()
}

const isBusy = (page: Page, button: string) =>
  expect(page.locator(BUSY).and(page.getByRole('button', { name: button, exact: true }))).toBeVisible()

/** Requests of the session that the path has not answered yet, by the last part of their path. */
type Held = Map<string, (route: Route) => void>

/** What each actor asks of the server. */
const CALLS: Record<string, string> = {
  login: 'login',
  requestCode: 'request-login-code',
  signUpGuest: 'signup',
  logout: 'logout',
}

const session: SessionData = {
  token: 'made-up',
  refreshToken: 'made-up',
  _id: 'user-1',
  email: ADMIN,
  verifiedAt: '2026-01-01T00:00:00.000Z',
  assets: [],
  wallets: [],
  settings: { isPasswordUpdated: false, isEmailVerified: true },
}
const { verifiedAt: _, ...unverified } = session
const { email: __, ...guest } = session
const HAPPENINGS: EventObject[] = [
  answers('restoreSession', null),
  { type: 'login.submitted', email: ADMIN, password: PASSWORD } as EventObject,
  answers('login', session),
  answers('login', unverified),
  fails('login', 'refused'),
  { type: 'code.requested', email: ADMIN } as EventObject,
  answers('requestCode'),
  fails('requestCode', 'refused'),
  { type: 'code.submitted', code: '123456' } as EventObject,
  { type: 'code.abandoned' },
  { type: 'guest.requested' },
  answers('signUpGuest', guest),
  fails('signUpGuest', 'refused'),
  answers('logout'),
]

/** Does what the path says: as the person on the page, or as the server that answers it. */
async function happen(page: Page, held: Held, pending: Map<string, Promise<Route>>, event: EventObject): Promise<void> {
  const [, kind, actor = ''] = /^xstate\.(done|error)\.actor\.(.+)$/.exec(event.type) ?? []
  if (kind && actor === 'restoreSession') return void (await page.goto('/signin'))
  if (kind) {
    const call = CALLS[actor]!
    const route = await pending.get(call)!
    pending.set(call, new Promise((resolve) => held.set(call, resolve)))
    const { output } = event as { output?: unknown }
    if (kind === 'error') return route.fulfill(REFUSAL)
    // What the server itself says of this person lets the pages behind sign-in load.
    if (output && output !== unverified) return route.continue()
    return route.fulfill({ json: output ?? {} })
  }
  if (event.type === 'login.submitted') {
    await page.getByText('Password', { exact: true }).first().click()
    await page.getByLabel('E-mail').fill(ADMIN)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  } else if (event.type === 'code.requested') await askForCode(page)
  else if (event.type === 'code.submitted') {
    await page.getByLabel('Code', { exact: true }).fill('123456')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  } else if (event.type === 'code.abandoned') await page.getByRole('button', { name: 'Sign in another way' }).click()
  else await page.getByRole('button', { name: 'Continue as guest' }).click()
}

async function askForCode(page: Page): Promise<void> {
  if (await page.getByRole('heading', { name: 'Check your e-mail' }).isVisible()) {
    // A new code can be asked for after a pause.
    await page.clock.fastForward(180_000)
    return page.getByRole('button', { name: 'Send a new code.' }).click()
  }
  await page.getByText('E-mail code').click()
  await page.getByLabel('E-mail').fill(ADMIN)
  await page.getByRole('button', { name: 'Send code' }).click()
}

const REFUSAL = {
  status: 403,
  json: {
    error: { code: 'FORBIDDEN', message: 'no', status: 403 },
    type: 'about:blank',
    title: 'FORBIDDEN',
    status: 403,
    detail: 'no',
  },
}

/** The name of the outermost state. */
const nameOf = ({ value }: { value: string | object }): string =>
  typeof value === 'string' ? value : (Object.keys(value)[0] ?? '')

const listed = new Set(HAPPENINGS)
const paths = getShortestPaths(sessionMachine, {
  events: HAPPENINGS as never[],
  filterEvents: (snapshot, event) => listed.has(event) && !snapshot.matches('signedIn') && snapshot.can(event as never),
  serializeState: ({ value, context }) =>
    JSON.stringify([value, context.attempt?.type, String(context.error), context.data?._id, context.data?.email]),
  serializeEvent: (event) => `${HAPPENINGS.indexOf(event)}`,
})

test.describe('every path of the session through the sign-in page', () => {
  for (const { steps, state } of paths) {
    const happenings = steps.slice(1).map(({ event }) => event as EventObject)
    if (happenings.length === 0) continue
    const story = happenings.map(({ type }) => type.replace('xstate.', '').replace('.actor', '')).join(', ')
    // The code is made up, so only the server's refusal of it can be real; the machine's walk covers its acceptance.
    const isMadeUp = state.matches('signedIn') && happenings.some(({ type }) => type === 'code.submitted')
    if (isMadeUp) continue
    test(`${story} → ${JSON.stringify(state.value).replaceAll('"', '')}`, async ({ page }) => {
      await page.clock.install()
      const held: Held = new Map()
      const pending = new Map(
        Object.values(CALLS).map((call) => [call, new Promise<Route>((resolve) => held.set(call, resolve))]),
      )
      await page.route(/\/v1\/auth\/[\w-]+$/, (route) => {
        const call = new URL(route.request().url()).pathname.split('/').at(-1)!
        const hold = held.get(call)
        return hold ? hold(route) : route.continue()
      })
      for (const [index, event] of happenings.entries()) {
        if (index > 0) await SHOWN[nameOf(steps[index]!.state)]!(page)
        await happen(page, held, pending, event)
      }
      const name = nameOf(state)
      await SHOWN[name]!(page)
      const { error } = state.context
      const said =
        error === 'refused' ? 'You don’t have permission to do this. Ask an admin for it.' : 'Verify your e-mail first.'
      if (error && name !== 'rejectingUnverified') await expect(page.getByText(said)).toBeVisible()
    })
  }
})
