import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, PASSWORD, type TestServer } from '../support/server.ts'

/**
 * Whether an address has an account can't be told by how long the answer takes: over 2,000 pairs asked in turn, the median
 * differs by less than 5 ms. Only here: what else a machine does is longer than that in a few of them. That the work
 * before the answer is the same, `accounts.test.ts` tells exactly.
 */
const SAMPLES = 2000
const KNOWN = 'ada@house.example'
/** Another each time: signing up without a password makes an account of it. */
const unknown = (i: number) => `nobody-${i}@house.example`
const WIDE = { most: 1_000_000, seconds: 3600 }

let server: TestServer
let next = 0
beforeAll(async () => {
  server = await openTestServer({
    limits: {
      loginWaits: { free: 1_000_000, firstSeconds: 1, mostSeconds: 1, forgetSeconds: 1 },
      loginsOfAccount: WIDE,
      loginsFromAddress: WIDE,
      mailsToAccountFromAddress: WIDE,
      mailsToAccount: WIDE,
      mailsFromAddress: WIDE,
      signupsFromAddress: WIDE,
      codeTriesFromAddress: WIDE,
      codeMissesOfAccount: WIDE,
    },
    // The post is not what is measured, and its folder would fill.
    deps: { post: { send: async () => {}, close: async () => {} } },
  })
  await server.call('POST /v1/auth/signup', { body: { email: KNOWN, password: PASSWORD } })
  await server.deps.later.idle()
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
  'takes as long for a known address as for an unknown one: %s %j',
  async (what, rest) => {
    const differences: number[] = []
    for (let i = 0; i < SAMPLES; i++) {
      // In turn, and each first as often: what warms up or slows down does so for both.
      const took: Record<string, number> = {}
      const nobody = unknown(next++)
      for (const email of i % 2 ? [KNOWN, nobody] : [nobody, KNOWN]) {
        const begun = performance.now()
        await server.call(what, { body: { email, ...rest } })
        took[email] = performance.now() - begun
        await server.deps.later.idle()
        // So many mails an hour as here are never asked for.
        await server.deps.db.deleteFrom('proofs').execute()
      }
      differences.push(took[KNOWN]! - took[nobody]!)
    }
    expect(Math.abs(median(differences))).toBeLessThan(5)
  },
  600_000,
)

const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1]!
