import { afterAll, beforeAll, expect, test } from 'vitest'
import { withIcon } from '../../../server/assets/icons.ts'
import { DatabaseAway } from '../../../server/db/faults.ts'
import { tinyGlb } from '../../support/glb.ts'
import { openTestServer, type TestServer } from '../../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

test('an answer that waits for an icon is told before, and is what was stored where the database goes away', async () => {
  const admin = await server.account('admin')
  const modelUrl = (await server.upload(admin, tinyGlb())).url
  const asset = await admin.client.assets.create({
    body: { name: 'Cap', type: 'headwear', gender: 'neutral', modelUrl },
  })
  const { db } = server.deps
  const done: string[] = []
  const relay = { wake: () => void done.push('told') }
  const failing = (fault: Error) => ({
    async ended() {
      done.push('waited')
      throw fault
    },
  })
  expect(await withIcon({ db, relay, jobs: failing(new DatabaseAway('gone')) }, asset, 'job')).toEqual(asset)
  expect(done).toEqual(['told', 'waited'])
  await expect(withIcon({ db, relay, jobs: failing(new Error('ours')) }, asset, 'job')).rejects.toThrow('ours')
})
