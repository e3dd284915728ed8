import { afterAll, beforeAll, expect, test } from 'vitest'
import { waitForIcon } from '../../../server/assets/icons.ts'
import { DatabaseUnavailableError } from '../../../server/errors/database-errors.ts'
import { buildTinyGlb } from '../../support/glb.ts'
import { openTestServer, type TestServer } from '../../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

test('waitForIcon delivers events before it waits, and returns the asset if the database is unreachable', async () => {
  const admin = await server.account('admin')
  const modelUrl = (await server.upload(admin, buildTinyGlb())).url
  const asset = await admin.client.assets.create({
    body: { name: 'Cap', type: 'headwear', gender: 'neutral', modelUrl },
  })
  const { db } = server.deps
  const done: string[] = []
  const relay = { wake: () => void done.push('woken') }
  const failing = (error: Error) => ({
    async waitForJob() {
      done.push('waited')
      throw error
    },
  })
  expect(await waitForIcon({ db, relay, jobs: failing(new DatabaseUnavailableError('gone')) }, asset, 'job')).toEqual(
    asset,
  )
  expect(done).toEqual(['woken', 'waited'])
  await expect(waitForIcon({ db, relay, jobs: failing(new Error('ours')) }, asset, 'job')).rejects.toThrow('ours')
})
