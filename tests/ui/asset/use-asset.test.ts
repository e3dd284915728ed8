import { describe, expect, test } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import type { AssetChange } from '../../../src/api/contract/assets.ts'
import { assetMachine } from '../../../src/machines/asset/asset.machine.ts'
import type { AssetPage } from '../../../src/machines/asset/asset.setup.ts'
import { submitChange } from '../../../src/ui/asset/use-asset.ts'
import { createAsset } from '../../support/create-asset.ts'

const page = (values: Parameters<typeof createAsset>[0]): AssetPage => ({
  asset: createAsset(values),
  history: [],
  applications: [],
  tags: [],
  links: [],
  bodies: [],
})

async function open() {
  const saved: AssetChange[] = []
  const locks: ((page: AssetPage) => void)[] = []
  const actor = createActor(
    assetMachine.provide({
      actors: {
        loadAsset: fromPromise(async () => page({ name: 'Ferry Cap' })),
        setLock: fromPromise(() => new Promise<AssetPage>((resolve) => locks.push(resolve))),
        saveAsset: fromPromise(async ({ input }) => {
          saved.push(input.change)
          return page({ name: 'Mine' })
        }),
      },
    }),
    { input: { id: 'asset-1' } },
  ).start()
  await new Promise<void>((resolve) => {
    actor.subscribe((snapshot) => snapshot.matches('shown') && resolve())
  })
  return { actor, saved, locks }
}

describe('a submitted change', () => {
  test('is reported as saved only after the pending lock request and the save have ended', async () => {
    const { actor, saved, locks } = await open()
    actor.send({ type: 'lock.toggled' })
    const result = submitChange(actor, { change: { name: 'Mine' }, base: { name: 'Ferry Cap' } }).then(
      () => saved.length,
    )
    locks[0]!(page({ name: 'Ferry Cap' }))
    expect(await result).toBe(1)
    expect(saved).toEqual([{ name: 'Mine' }])
  })

  test('is aborted if the page unmounts before the save starts', async () => {
    const { actor, saved } = await open()
    actor.send({ type: 'lock.toggled' })
    const result = submitChange(actor, { change: { name: 'Mine' }, base: { name: 'Ferry Cap' } }).catch(
      (error: Error) => error.name,
    )
    actor.stop()
    expect(await result).toBe('AbortError')
    expect(saved).toEqual([])
  })
})
