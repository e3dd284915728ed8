import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, PASSWORD, type TestServer } from '../support/server.ts'

/**
 * Response times must not reveal whether an address has an account: over 2,000 alternating pairs, the median difference is below
 * 5 ms. Runs only in a soak, because smaller samples have more noise than 5 ms. `forgotten-passwords.test.ts` checks,
 * without measuring time, that the server does the same work before both responses.
 */
const SAMPLES = 2000
const REGISTERED_EMAIL = 'ada@house.example'
/** Returns a new address each time, since a passwordless sign-up creates an account for the address. */
const createUnknownEmail = (i: number) => `nobody-${i}@house.example`
const HIGH_LIMIT = { max: 1_000_000, seconds: 3600 }

let server: TestServer
let next = 0
beforeAll(async () => {
  server = await openTestServer({
    limits: {
      loginWaits: { freeMisses: 1_000_000, firstSeconds: 1, maxSeconds: 1, forgetSeconds: 1 },
      loginsOfAccount: HIGH_LIMIT,
      loginsFromAddress: HIGH_LIMIT,
      mailsToAccountFromAddress: HIGH_LIMIT,
      mailsToAccount: HIGH_LIMIT,
      mailsFromAddress: HIGH_LIMIT,
      signupsFromAddress: HIGH_LIMIT,
      codeTriesFromAddress: HIGH_LIMIT,
      codeMissesOfAccount: HIGH_LIMIT,
      missesFromNetwork: HIGH_LIMIT,
    },
    // Discards emails: their delivery is not measured, and the mail folder would fill up.
    deps: { mailer: { send: async () => {}, close: async () => {} } },
  })
  await server.call('POST /v1/auth/signup', { body: { email: REGISTERED_EMAIL, password: PASSWORD } })
  await server.deps.jobs.idle()
})
afterAll(() => server.close())

test.skipIf(!process.env.SOAK).each<[string, object]>([
  ['POST /v1/auth/login', { password: 'not the password' }],
  ['POST /v1/auth/login', { code: '123456', requestId: 'x'.repeat(43) }],
  ['POST /v1/auth/request-login-code', {}],
  ['POST /v1/auth/signup/passwordless', {}],
  ['POST /v1/users/reset-password', {}],
  ['POST /v1/users/verify', {}],
])(
  'responds equally fast for a registered and an unknown e-mail address: %s %j',
  async (label, rest) => {
    const differences: number[] = []
    for (let i = 0; i < SAMPLES; i++) {
      // Each of the two addresses is first equally often, so warm-up affects both alike.
      const durations: Record<string, number> = {}
      const unknownEmail = createUnknownEmail(next++)
      for (const email of i % 2 ? [REGISTERED_EMAIL, unknownEmail] : [unknownEmail, REGISTERED_EMAIL]) {
        const startTime = performance.now()
        await server.call(label, { body: { email, ...rest } })
        durations[email] = performance.now() - startTime
        await server.deps.jobs.idle()
        // Resets the limit of emails per hour, which is far lower than the number of requests.
        await server.deps.db.deleteFrom('proofs').execute()
      }
      differences.push(durations[REGISTERED_EMAIL]! - durations[unknownEmail]!)
    }
    expect(Math.abs(median(differences))).toBeLessThan(5)
  },
  600_000,
)

const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1]!
