import { declarePathTests } from './models/path-tests.ts'
import { accountPage } from './models/session-account.ts'
import { rateLimitedPage, signInPage } from './models/session-sign-in.ts'
import { guestPage, signUpPage } from './models/session-sign-up.ts'

declarePathTests('the session', {
  'on the sign-in page': signInPage,
  'on the sign-in page beyond the limit of mailed codes': rateLimitedPage,
  'on the sign-up page': signUpPage,
  'of a guest on the sign-up page': guestPage,
  'on the account page': accountPage,
})
