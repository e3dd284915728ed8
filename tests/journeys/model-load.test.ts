import { existsSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { heavyModel } from '../support/costly-models.ts'
import { tinyGlb } from '../support/glb.ts'
import { createCaller, memoryOf } from '../support/model-load.ts'
import { ADMIN, RunningServer } from './support.ts'

/** Models one account brings at once, and vertices of each: as many as there may be. */
const [MODELS, VERTICES] = [50, 1_400_000]
/** What a server may hold more, in MB, once all is done, than before it began: its database alone takes more than the models. */
const LEFT_MB = 64
/** In how many milliseconds a stranger's small upload is answered meanwhile. */
const STRANGER_MS = process.env.SOAK ? 2000 : 10_000

test('costly models of one account hold up nobody’s small one, and leave no memory behind', async () => {
  test.skip(!existsSync('/proc/self/smaps'), 'Only Linux tells what a process holds.')
  test.skip(!process.env.SOAK, 'How soon strangers are answered under load is measured in a soak.')
  test.setTimeout(1_800_000)
  const server = await RunningServer.create()
  try {
    const [mass, stranger] = [await createCaller(server.url), await createCaller(server.url, ADMIN)]
    const before = memoryOf(server.pid).own
    let hasEnded = false
    const work = Promise.all(
      Array.from({ length: MODELS }, async (_, i) => {
        const url = await mass.upload(heavyModel(VERTICES, i))
        const [{ report }, icon] = await Promise.all([mass.validate(url), mass.create(url, `Heavy ${i}`)])
        return [(report?.counts.error ?? 0) > 0, icon.endsWith('.webp') || icon.endsWith('.png')]
      }),
    ).finally(() => {
      hasEnded = true
    })
    // Where something else is wrong the server is gone before these are done: what they say of that would be told in its place.
    work.catch(() => {})
    // One at work holds more than one that only checks: from then on the costly ones have their turns.
    await expect.poll(() => memoryOf(server.pid).children, { timeout: 60_000 }).toBeGreaterThan(150)
    const times: number[] = []
    for (let n = 0; n < 5; n++) {
      const began = performance.now()
      await stranger.upload(tinyGlb({ json: { extras: n } }))
      times.push(Math.round(performance.now() - began))
    }
    expect(hasEnded).toBe(false)
    expect(times.filter((ms) => ms >= STRANGER_MS)).toEqual([])
    expect(await work).toEqual(Array(MODELS).fill([true, true]))
    await expect.poll(() => memoryOf(server.pid).own, { timeout: 60_000 }).toBeLessThan(before + LEFT_MB)
    await expect.poll(() => memoryOf(server.pid).processes, { timeout: 60_000 }).toBeLessThan(2)
  } finally {
    await server.remove()
  }
})
