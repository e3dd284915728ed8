import { sessionMachine } from '../../../src/machines/session/session.machine.ts'
import { actorDone, actorFailed } from '../../support/machine-driver.ts'
import { defineModel } from '../../support/model/model.ts'
import { expect } from '../support.ts'
import { type PageModel, pressEvenIfBusy } from './page-model.ts'
import { busyButtons, failureCheck, matchPost, NEW_EMAIL, noticeCheck, REQUEST_ERROR } from './session.ts'
import { signInPage } from './session-sign-in.ts'
import { isEventPossible, NEW_USER_SESSION, submitSignUp } from './session-sign-up.ts'

/** The account page of an unverified user: another verification mail, a token refresh, and sign-out in this or another tab. */
export const accountPage: PageModel = {
  open: async (run) => {
    const { page } = run
    await page.goto('/signup?to=%2Faccount')
    await submitSignUp(run, 'With a password')
    await expect(page.getByRole('heading', { level: 1, name: 'Account', exact: true })).toBeVisible()
  },
  model: defineModel({
    machine: sessionMachine,
    events: [
      actorDone('restoreSession', NEW_USER_SESSION),
      { type: 'verification.requested', email: NEW_EMAIL },
      actorDone('requestVerification'),
      actorFailed('requestVerification', REQUEST_ERROR),
      { type: 'refresh.requested' },
      actorDone('refreshToken', { ...NEW_USER_SESSION, token: 'token-2', refreshToken: 'refresh-2' }),
      { type: 'logout.requested' },
      { type: 'record.changed', data: null },
    ],
    contextKey: ({ data, error, notice, attempt }) => [attempt, data?.token, error instanceof Error, notice],
    // A token refresh is triggered by opening the list, which shows no verification notice.
    isPossible: (snapshot, { type }) => {
      const { notice, data } = snapshot.context
      if (!isEventPossible(snapshot, { type })) return false
      if (type === 'refresh.requested')
        return snapshot.matches({ signedIn: 'settled' }) && data?.token === NEW_USER_SESSION.token && notice === null
      // While the list is loading, the profile with the verification button is not visible.
      if (type === 'verification.requested')
        return (
          notice === null && data?.token === NEW_USER_SESSION.token && !snapshot.matches({ signedIn: 'refreshing' })
        )
      return true
    },
    isEnd: ({ value }) => value === 'signedOut',
  }),
  actions: {
    'restoreSession succeeds': [
      'the account page is reopened',
      async ({ page }) => {
        await page.goto('/account')
      },
    ],
    'verification.requested': [
      'the verification mail is requested again',
      ({ page }) =>
        pressEvenIfBusy(page.getByRole('region', { name: 'Profile' }).getByRole('button', { name: 'Send it again' })),
    ],
    'refresh.requested': [
      'the list is opened after the access token has expired',
      async ({ page }) => {
        await page.clock.fastForward(16 * 60_000)
        await page.getByRole('link', { name: /^Assets( \d+)?$/ }).click()
      },
    ],
    'logout.requested': signInPage.actions['logout.requested']!,
    'record.changed': [
      'the user signs out in another tab',
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
  requestMatchers: { requestVerification: matchPost('/v1/users/verify'), refreshToken: matchPost('/v1/auth/refresh') },
  screens: (page) => {
    const account = page.getByRole('button', { name: /Your account/ }).first()
    const heading = page.getByRole('heading', { level: 1, name: 'Sign in to Atelier' })
    return {
      'signedIn.settled': { visible: [account], absent: [busyButtons(page), heading] },
      requestingVerification: { visible: [account, busyButtons(page, 'Send it again')] },
      signedOut: { visible: [heading], absent: [account] },
    }
  },
  // The page shows no results of earlier requests after the user has signed out.
  checks: {
    'the displayed error': failureCheck,
    'the notice about the mail': {
      ...noticeCheck,
      expected: (snapshot, run) => (snapshot.value === 'signedOut' ? null : noticeCheck.expected(snapshot, run)),
    },
  },
  equivalentStates: { 'signedIn.refreshing': ['signedIn.settled', 'a token refresh is not visible'] },
}
