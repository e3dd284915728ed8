import { describe, expect, test } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { type AssetChange, type AssetPage, assetMachine } from '../../../src/machines/asset.machine.ts'
import { submitChange } from '../../../src/ui/asset/use-asset.ts'
import { assetWith } from '../../support/assets.ts'

const page = (values: Parameters<typeof assetWith>[0]): AssetPage => ({
  asset: assetWith(values),
  history: [],
  applications: [],
  tags: [],
})

/** A running page whose calls wait until the test ends them. */
async function open() {
  const saved: AssetChange[] = []
  const locks: ((page: AssetPage) => void)[] = []
  const removals: (() => void)[] = []
  const actor = createActor(
    assetMachine.provide({
      actors: {
        loadAsset: fromPromise(async () => page({ name: 'Ferry Cap' })),
        setLock: fromPromise(() => new Promise<AssetPage>((resolve) => locks.push(resolve))),
        saveAsset: fromPromise(async ({ input }) => {
          saved.push(input.change)
          return page({ name: 'Mine' })
        }),
        removeAsset: fromPromise(() => new Promise<void>((resolve) => removals.push(resolve))),
      },
    }),
    { input: { id: 'asset-1' } },
  ).start()
  await new Promise<void>((resolve) => {
    actor.subscribe((snapshot) => snapshot.matches('shown') && resolve())
  })
  return { actor, saved, locks, removals }
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

  test('of an asset that is deleted meanwhile is aborted', async () => {
    const { actor, saved, removals } = await open()
    actor.send({ type: 'removal.requested' })
    const answer = submitChange(actor, { change: { name: 'Mine' }, base: { name: 'Ferry Cap' } }).catch(
      (fault: Error) => fault.name,
    )
    removals[0]!()
    expect(await answer).toBe('AbortError')
    expect(saved).toEqual([])
  })
})
