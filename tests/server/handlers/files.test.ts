import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { tinyGlb } from '../../support/glb.ts'
import { openTestServer, type TestAccount, type TestServer } from '../../support/server.ts'

let server: TestServer
let [ann, ben]: TestAccount[] = []

beforeAll(async () => {
  server = await openTestServer({ quota: { bytes: 1_000_000, unfinished: 5 } })
})
beforeEach(async () => {
  await server.reset()
  ann = await server.account('developer', 'ann@house.example')
  ben = await server.account('developer', 'ben@house.example')
})
afterAll(() => server.close())

test('an upload that is whole is told to whoever sent it, and to nobody else', async () => {
  const stored = await server.upload(ann!, tinyGlb())
  expect(await ann!.client.files.describe({ id: stored.id })).toEqual(stored)
  for (const [who, id] of [
    [ben!, stored.id],
    [ann!, 'none'],
  ] as const)
    await expect(who.client.files.describe({ id })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'The upload was not found.',
    })
})

test('how much room is taken counts one’s own files, each once, and says how much there is', async () => {
  const glb = tinyGlb({ pad: 40 })
  expect(await ann!.client.files.usage()).toEqual({ usedBytes: 0, quotaBytes: 1_000_000, unfinished: 0 })
  await server.upload(ann!, glb)
  await server.upload(ann!, glb)
  expect(await ann!.client.files.usage()).toEqual({ usedBytes: glb.length, quotaBytes: 1_000_000, unfinished: 0 })
  expect(await ben!.client.files.usage()).toMatchObject({ usedBytes: 0 })
})
