import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { beginTry, countCall, LIMITS } from '../../../server/auth/rate-limit.ts'
import { DatabaseAway } from '../../../server/db/faults.ts'
import { openTestServer, type TestServer } from '../../support/server.ts'
import { tellingStatements } from '../../support/statements.ts'

let server: TestServer

beforeAll(async () => {
  server = await openTestServer()
})
beforeEach(() => server.reset())
afterAll(() => server.close())

/** The test's store, which is away from a statement on. */
function leaving(after: number, fault: () => Error = () => new DatabaseAway('away')) {
  let statements = 0
  const db = tellingStatements(server.deps.db, () => {
    statements += 1
    if (statements > after) throw fault()
  })
  return { db, now: server.deps.now }
}

test('what was counted and done is not refused afterwards because it cannot be taken back', async () => {
  const takeBack = await countCall(leaving(1), 'link-from', 'somewhere', { most: 5, seconds: 60 })
  await expect(takeBack()).resolves.toBeUndefined()
  const tried = await beginTry(leaving(1), 'login', 'somebody', LIMITS.loginWaits)
  await expect(tried.forgive()).resolves.toBeUndefined()
  await expect(tried.undo()).resolves.toBeUndefined()
})

test('a statement that is wrong is not swallowed', async () => {
  const wrong = () => new Error('syntax error')
  const takeBack = await countCall(leaving(1, wrong), 'link-from', 'somewhere', { most: 5, seconds: 60 })
  await expect(takeBack()).rejects.toThrow('syntax error')
})

test('nobody passes who cannot be counted', async () => {
  await expect(countCall(leaving(0), 'any', 'somebody', { most: 5, seconds: 60 })).rejects.toBeInstanceOf(DatabaseAway)
  await expect(beginTry(leaving(0), 'any', 'somebody', LIMITS.loginWaits)).rejects.toBeInstanceOf(DatabaseAway)
})
