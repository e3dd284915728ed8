import { describe, expect, test } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import type { AssetChange } from '../../../src/api/contract/assets.ts'
import { assetMachine } from '../../../src/machines/asset.machine.ts'
import type { AssetPage } from '../../../src/machines/asset.parts.ts'
import { submitChange } from '../../../src/ui/asset/use-asset.ts'
import { assetWith } from '../../support/assets.ts'

const page = (values: Parameters<typeof assetWith>[0]): AssetPage => ({
  asset: assetWith(values),
  history: [],
  applications: [],
  tags: [],
  links: [],
  bodies: [],
})

/** A running page whose calls wait until the test ends them. */
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
  test('is not said to be saved before it is, where the lock is being changed', async () => {
    const { actor, saved, locks } = await open()
    actor.send({ type: 'lock.toggled' })
    const answer = submitChange(actor, { change: { name: 'Mine' }, base: { name: 'Ferry Cap' } }).then(
      () => saved.length,
    )
    locks[0]!(page({ name: 'Ferry Cap' }))
    expect(await answer).toBe(1)
    expect(saved).toEqual([{ name: 'Mine' }])
  })

  test('is aborted where the page is left before it was saved', async () => {
    const { actor, saved } = await open()
    actor.send({ type: 'lock.toggled' })
    const answer = submitChange(actor, { change: { name: 'Mine' }, base: { name: 'Ferry Cap' } }).catch(
      (fault: Error) => fault.name,
    )
    actor.stop()
    expect(await answer).toBe('AbortError')
    expect(saved).toEqual([])
  })
})
