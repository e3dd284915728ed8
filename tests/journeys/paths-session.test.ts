import { accountPage } from './models/session-account.ts'
import { limitedPage, signInPage } from './models/session-sign-in.ts'
import { guestPage, signUpPage } from './models/session-sign-up.ts'
import { walksPaths } from './models/walk-paths.ts'

walksPaths('the session', {
  'at the sign-in page': signInPage,
  'beyond the limit of codes': limitedPage,
  'at the sign-up page': signUpPage,
  'as a guest who signs up': guestPage,
  'in the account': accountPage,
})
