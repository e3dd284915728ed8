import { expect, test } from 'vitest'
import { auth, type RequiredProof } from '../../src/api/contract/auth.ts'
import { ApiError, type ErrorCode } from '../../src/api/contract/errors.ts'
import type { HttpCall } from '../../src/api/http.ts'
import { withReauthentication } from '../../src/api/reauthentication.ts'

const CALL: HttpCall = {
  service: 'users',
  endpoint: auth.prove,
  path: 'v1/users/me/password',
  query: new URLSearchParams(),
  body: { password: 'a-quiet-harbour-7' },
  headers: { 'idempotency-key': 'once' },
  isSilent: false,
  signal: new AbortController().signal,
}

const refusal = (code: ErrorCode, details?: unknown) => {
  const error = { code, message: 'No.', status: 403, details }
  const body = { error, type: 'about:blank', title: 'No', status: 403, detail: 'No.' }
  return new ApiError('http', 'users', { status: 403, body })
}

/** Sends a call whose attempts have these outcomes in order. `isGiven`: the user reauthenticates. */
async function send(outcomes: readonly unknown[], isGiven: boolean) {
  const sent: HttpCall[] = []
  const proofRequests: RequiredProof[] = []
  const proofSignals: unknown[] = []
  const http = withReauthentication(
    async (call) => {
      const outcome = outcomes[sent.length]
      sent.push(call)
      if (outcome instanceof Error) throw outcome
      return outcome
    },
    async (needed, signal) => {
      proofRequests.push(needed)
      proofSignals.push(signal)
      return isGiven
    },
  )
  const outcome = await http(CALL).catch((error: unknown) => error)
  return { outcome, sent, proofRequests, proofSignals }
}

test('resends a call after the required reauthentication, with the same body and idempotency key', async () => {
  const refused = refusal('FRESH_AUTH_REQUIRED', { methods: ['code'] })
  const { outcome, sent, proofRequests, proofSignals } = await send([refused, 'done'], true)
  expect(outcome).toBe('done')
  expect(sent).toEqual([CALL, CALL])
  expect(proofRequests).toEqual([{ methods: ['code'] }])
  // An aborted call withdraws its prompt by this signal.
  expect(proofSignals[0]).toBe(CALL.signal)
})

test('rejects with the server’s refusal if the user does not reauthenticate, and sends nothing more', async () => {
  const refused = refusal('FRESH_AUTH_REQUIRED', { methods: ['password', 'code'] })
  const { outcome, sent } = await send([refused, 'done'], false)
  expect(outcome).toBe(refused)
  expect(sent).toHaveLength(1)
})

test('requests reauthentication only once per call, and rejects with a second refusal', async () => {
  const refused = refusal('FRESH_AUTH_REQUIRED', { methods: ['password'] })
  const { outcome, sent, proofRequests } = await send([refused, refused, 'done'], true)
  expect(outcome).toBe(refused)
  expect([sent.length, proofRequests.length]).toEqual([2, 1])
})

test('offers password and code if the server names no method that the client knows', async () => {
  const { proofRequests } = await send([refusal('FRESH_AUTH_REQUIRED', { methods: ['retina'] }), 'done'], true)
  expect(proofRequests).toEqual([{ methods: ['password', 'code'] }])
})

test.each([
  ['a refusal for another reason', refusal('FORBIDDEN')],
  ['an error other than an ApiError', new Error('Off.')],
])('rejects with %s without requesting reauthentication', async (_, error) => {
  const { outcome, proofRequests } = await send([error], true)
  expect(outcome).toBe(error)
  expect(proofRequests).toEqual([])
})
