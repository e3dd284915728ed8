import type { SessionData } from '../../src/api/contract/auth.ts'

/** Session of a user with a verified email address, as the sign-in endpoint returns it. */
export const SIGNED_IN_SESSION: SessionData = {
  token: 'token-1',
  refreshToken: 'refresh-1',
  _id: 'user-1',
  email: 'one@atelier.example',
  verifiedAt: '2026-01-01T00:00:00.000Z',
  assets: [],
  wallets: [],
  settings: { isPasswordUpdated: false, isEmailVerified: true },
}
