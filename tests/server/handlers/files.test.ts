import { beforeEach, expect, test } from 'vitest'
import { buildTinyGlb } from '../../support/glb.ts'
import type { TestAccount } from '../../support/server.ts'
import { setUpTestServer } from '../../support/set-up-test-server.ts'

const server = setUpTestServer({ quota: { bytes: 1_000_000, unfinished: 5 } })
let [ann, ben]: TestAccount[] = []

beforeEach(async () => {
  ann = await server.account('developer', 'ann@house.example')
  ben = await server.account('developer', 'ben@house.example')
})

test('returns a finished upload to its owner and 404 to other users', async () => {
  const stored = await server.upload(ann!, buildTinyGlb())
  expect(await ann!.client.files.describe({ id: stored.id })).toEqual(stored)
  for (const [account, id] of [
    [ben!, stored.id],
    [ann!, 'none'],
  ] as const)
    await expect(account.client.files.describe({ id })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'The upload was not found.',
    })
})

test('returns the quota and the used bytes, which count a file once if it was uploaded twice', async () => {
  const glb = buildTinyGlb({ pad: 40 })
  expect(await ann!.client.files.usage()).toEqual({ usedBytes: 0, quotaBytes: 1_000_000, unfinished: 0 })
  await server.upload(ann!, glb)
  await server.upload(ann!, glb)
  expect(await ann!.client.files.usage()).toEqual({ usedBytes: glb.length, quotaBytes: 1_000_000, unfinished: 0 })
  expect(await ben!.client.files.usage()).toMatchObject({ usedBytes: 0 })
})
