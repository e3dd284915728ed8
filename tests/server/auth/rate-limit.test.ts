import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { countAttempt, RATE_LIMITS, startAttempt } from '../../../server/auth/rate-limit.ts'
import { DatabaseUnavailableError } from '../../../server/errors/database-errors.ts'
import { observeStatements } from '../../support/observe-statements.ts'
import { setUpTestServer } from '../../support/set-up-test-server.ts'

const server = setUpTestServer()

/** Test database that becomes unreachable after a number of statements. */
function createFailingDatabase(
  after: number,
  createError: () => Error = () => new DatabaseUnavailableError('unreachable'),
) {
  let statements = 0
  const db = observeStatements(server.deps.db, () => {
    statements += 1
    if (statements > after) throw createError()
  })
  return { db, now: server.deps.now }
}

test.each([
  [1, '1 second'],
  [2, '2 seconds'],
  [89, '89 seconds'],
  [90, '2 minutes'],
  [3600, '60 minutes'],
])('a limit per %i s refuses further calls for %s, and allows them afterwards', async (seconds, wait) => {
  let exceeded = 0
  const count = (subject = 'one') =>
    countAttempt(server.deps, 'any', subject, { max: 2, seconds }, { onExceeded: () => exceeded++ })
  await count()
  await count()
  for (let time = 0; time < 2; time++)
    await expect(count()).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      message: `Too many attempts. Wait ${wait}.`,
      retryAfter: seconds,
    })
  await expect(countAttempt(server.deps, 'any', 'one', { max: 2, seconds })).rejects.toThrow('Too many attempts.')
  expect(exceeded).toBe(1)
  await count('other')
  server.advance(seconds * 1000 - 1)
  await expect(count()).rejects.toMatchObject({ retryAfter: 1 })
  server.advance(1)
  await count()
})

test('the first refused call needs no callback, and an uncounted call is neither refused nor undone', async () => {
  const limit = { max: 1, seconds: 60 }
  const count = (onlyIf = sql<boolean>`true`) => countAttempt(server.deps, 'any', 'one', limit, { onlyIf })
  const undo = await count()
  const undoUncounted = await count(sql<boolean>`false`)
  await undoUncounted()
  await expect(count()).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  for (let time = 0; time < 2; time++) await undo()
  await count()
})

test('failed attempts wait twice as long each time, up to a maximum, and are forgotten after a while', async () => {
  const waits = { freeMisses: 2, firstSeconds: 30, maxSeconds: 100, forgetSeconds: 1000 }
  const tryLogin = () => startAttempt(server.deps, 'login', 'somebody', waits)
  await tryLogin()
  for (const seconds of [30, 60, 100, 100]) {
    await tryLogin()
    await expect(tryLogin()).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfter: seconds })
    server.advance(seconds * 1000)
  }
  const attempt = await tryLogin()
  await attempt.forgive()
  for (let time = 0; time < 2; time++) await tryLogin()
  await expect(tryLogin()).rejects.toMatchObject({ retryAfter: 30 })
  server.advance(1_000_000)
  for (let time = 0; time < 2; time++) await tryLogin()
  await expect(tryLogin()).rejects.toMatchObject({ retryAfter: 30 })
})

test('undoing a counted attempt raises no error while the database is unreachable', async () => {
  const undoAttempt = await countAttempt(createFailingDatabase(1), 'link-from', 'somewhere', { max: 5, seconds: 60 })
  await expect(undoAttempt()).resolves.toBeUndefined()
  const attempt = await startAttempt(createFailingDatabase(1), 'login', 'somebody', RATE_LIMITS.loginWaits)
  await expect(attempt.forgive()).resolves.toBeUndefined()
  await expect(attempt.undo()).resolves.toBeUndefined()
})

test('undoing the attempt that reached the limit allows the next one immediately', async () => {
  const waits = { freeMisses: 3, firstSeconds: 60, maxSeconds: 600, forgetSeconds: 3600 }
  const tryLogin = () => startAttempt(server.deps, 'login', 'somebody', waits)
  await tryLogin()
  await tryLogin()
  const third = await tryLogin()
  await expect(tryLogin()).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  await third.undo()
  await expect(tryLogin()).resolves.toBeDefined()
})

test('undoing a counted attempt raises the error of an invalid SQL statement', async () => {
  const wrong = () => new Error('syntax error')
  const undoAttempt = await countAttempt(createFailingDatabase(1, wrong), 'link-from', 'somewhere', {
    max: 5,
    seconds: 60,
  })
  await expect(undoAttempt()).rejects.toThrow('syntax error')
})

test('refuses calls that cannot be counted because the database is unreachable', async () => {
  await expect(
    countAttempt(createFailingDatabase(0), 'any', 'somebody', { max: 5, seconds: 60 }),
  ).rejects.toBeInstanceOf(DatabaseUnavailableError)
  await expect(
    startAttempt(createFailingDatabase(0), 'any', 'somebody', RATE_LIMITS.loginWaits),
  ).rejects.toBeInstanceOf(DatabaseUnavailableError)
})
