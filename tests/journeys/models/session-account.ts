import { sessionMachine } from '../../../src/machines/session.machine.ts'
import { model } from '../../support/model/model.ts'
import { answers, fails } from '../../support/walk.ts'
import { expect } from '../support.ts'
import { type PageModel, press } from './page-model.ts'
import { busy, failure, fault, NEW, notice, posts } from './session.ts'
import { signInPage } from './session-sign-in.ts'
import { entersAddress, isThere, newcomer } from './session-sign-up.ts'

/** The account of somebody whose address is not proved: mailed again, signed out here, in another tab, and kept fresh. */
export const accountPage: PageModel = {
  open: async (visit) => {
    const { page } = visit
    await page.goto('/signup?to=%2Faccount')
    await entersAddress(visit, 'With a password')
    await expect(page.getByRole('heading', { level: 1, name: 'Account', exact: true })).toBeVisible()
  },
  model: model({
    machine: sessionMachine,
    happenings: [
      answers('restoreSession', newcomer),
      { type: 'verification.requested', email: NEW },
      answers('requestVerification'),
      fails('requestVerification', fault),
      { type: 'refresh.requested' },
      answers('refreshToken', { ...newcomer, token: 'token-2', refreshToken: 'refresh-2' }),
      { type: 'logout.requested' },
      { type: 'record.changed', data: null },
    ],
    sees: ({ data, error, notice, attempt }) => [attempt, data?.token, error instanceof Error, notice],
    // The list, which is opened to have a call made, says nothing of the mail.
    allows: (snapshot, { type }) => {
      const { notice, data } = snapshot.context
      if (!isThere(snapshot, { type })) return false
      if (type === 'refresh.requested')
        return snapshot.matches({ signedIn: 'settled' }) && data?.token === newcomer.token && notice === null
      // While the list is asked for, the profile is not on screen.
      if (type === 'verification.requested')
        return notice === null && data?.token === newcomer.token && !snapshot.matches({ signedIn: 'refreshing' })
      return true
    },
    stopWhen: ({ value }) => value === 'signedOut',
  }),
  actions: {
    'restoreSession answers': [
      'the account is opened again',
      async ({ page }) => {
        await page.goto('/account')
      },
    ],
    'verification.requested': [
      'the mail is asked for again',
      ({ page }) => press(page.getByRole('region', { name: 'Profile' }).getByRole('button', { name: 'Send it again' })),
    ],
    'refresh.requested': [
      'a quarter of an hour passes, and the list is opened',
      async ({ page }) => {
        await page.clock.fastForward(16 * 60_000)
        await page.getByRole('link', { name: /^Assets( \d+)?$/ }).click()
      },
    ],
    'logout.requested': signInPage.actions['logout.requested']!,
    'record.changed': [
      'the person signs out in another tab',
      async ({ page }) => {
        const other = await page.context().newPage()
        await other.goto('/account')
        await other
          .getByRole('button', { name: /Your account/ })
          .first()
          .click()
        await other.getByRole('menuitem', { name: 'Sign out' }).click()
        await expect(other.getByRole('heading', { name: 'Sign in to Atelier' })).toBeVisible()
        await other.close()
      },
    ],
  },
  outcomes: { requestVerification: posts('/v1/users/verify'), refreshToken: posts('/v1/auth/refresh') },
  looks: (page) => {
    const account = page.getByRole('button', { name: /Your account/ }).first()
    const heading = page.getByRole('heading', { level: 1, name: 'Sign in to Atelier' })
    return {
      'signedIn.settled': { shows: [account], lacks: [busy(page), heading] },
      requestingVerification: { shows: [account, busy(page, 'Send it again')] },
      signedOut: { shows: [heading], lacks: [account] },
    }
  },
  // Who left is told nothing of what they asked for.
  signs: {
    'says why it failed': failure,
    'tells of the mail': {
      ...notice,
      wanted: (snapshot, visit) => (snapshot.value === 'signedOut' ? null : notice.wanted(snapshot, visit)),
    },
  },
  alike: { 'signedIn.refreshing': ['signedIn.settled', 'that tokens are made fresh is nobody’s concern'] },
}
