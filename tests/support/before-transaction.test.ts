import type { Kysely } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../../server/db/schema.ts'
import { runBeforeTransaction } from './before-transaction.ts'
import { openTestServer, type TestServer } from './server.ts'

let server: TestServer
let db: Kysely<Database>

beforeAll(async () => {
  server = await openTestServer({ workers: 0 })
  db = server.deps.db
})
beforeEach(() => server.reset())
afterAll(() => server.close())

const put = (key: string) => db.insertInto('meta').values({ key, value: '' }).execute()
const keys = async () => (await db.selectFrom('meta').select('key').orderBy('key').execute()).map(({ key }) => key)
/** Reads the keys before and inside a transaction and returns both results. */
const readTwice = async () => {
  const first = await keys()
  return [
    first,
    await db.transaction().execute(async (trx) => (await trx.selectFrom('meta').selectAll().execute()).length),
  ]
}

describe('runBeforeTransaction', () => {
  test('runs the action once, after earlier queries of the call and before its first transaction', async () => {
    const call = async () => [await readTwice(), await readTwice()]
    // The action's own transactions do not start the action again.
    const action = () =>
      db.transaction().execute((trx) => trx.insertInto('meta').values({ key: 'a', value: '' }).execute())
    expect(await runBeforeTransaction(db, { call, action })).toEqual([
      [[], 1],
      [['a'], 1],
    ])
    expect(await readTwice()).toEqual([['a'], 1])
  })

  test('ignores transactions outside the call', async () => {
    const order: string[] = []
    const call = async () => {
      await other
      await db.transaction().execute(async () => order.push('call'))
    }
    const other = db.transaction().execute(async () => order.push('other'))
    await runBeforeTransaction(db, { call, action: async () => order.push('action') })
    expect(order).toEqual(['other', 'action', 'call'])
  })

  test('skips the given number of transactions before it runs the action', async () => {
    const call = async () => [await readTwice(), await readTwice()]
    expect(await runBeforeTransaction(db, { call, action: () => put('a'), skip: 1 })).toEqual([
      [[], 0],
      [[], 1],
    ])
  })

  test('rejects if the call opens no transaction, even if the call itself rejects', async () => {
    const action = () => put('a')
    await expect(runBeforeTransaction(db, { call: keys, action })).rejects.toThrow('the action did not run')
    const reject = () => Promise.reject(new Error('refused'))
    await expect(runBeforeTransaction(db, { call: reject, action })).rejects.toThrow('the action did not run')
    expect(await keys()).toEqual([])
  })

  test('rejects with the error of the call if the transaction of the call fails', async () => {
    const call = () => db.transaction().execute(() => Promise.reject(new Error('refused')))
    await expect(runBeforeTransaction(db, { call, action: async () => {} })).rejects.toThrow('refused')
  })
})
