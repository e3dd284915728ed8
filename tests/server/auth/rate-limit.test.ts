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
