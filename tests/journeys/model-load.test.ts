import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'
import { heavyModel } from '../support/costly-models.ts'
import { createCaller, memoryOf } from '../support/model-load.ts'
import { RunningServer } from './support.ts'

/** Models one account brings at once, and vertices of each: as many as there may be. */
const [MODELS, VERTICES] = [50, 1_400_000]
/** What a server with its database in it may hold with nothing to do, in MB; garbage that nobody asks room for is left lying. */
const IDLE_MB = 400
/** In how many milliseconds a stranger's small upload is answered meanwhile. */
const STRANGER_MS = 2000
const STRANGER = 'tests/support/stranger.ts'

test('costly models of one account hold up nobody’s small one, and leave no memory behind', async () => {
  test.skip(!existsSync('/proc/self/smaps'), 'Only Linux tells what a process holds.')
  test.skip(!process.env.SOAK, 'How soon strangers are answered under load is measured in a soak.')
  test.setTimeout(1_800_000)
  const server = await RunningServer.create()
  try {
    const mass = await createCaller(server.url)
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
    // From a process of its own: this one has the fifty in its hands.
    const stranger = await promisify(execFile)(process.execPath, ['--import', 'tsx', STRANGER, server.url, '20'])
    const times: number[] = JSON.parse(stranger.stdout)
    expect(times).toHaveLength(20)
    expect(hasEnded).toBe(false)
    expect(times.filter((ms) => ms >= STRANGER_MS)).toEqual([])
    expect(await work).toEqual(Array(MODELS).fill([true, true]))
    await expect.poll(() => memoryOf(server.pid).own, { timeout: 60_000 }).toBeLessThan(IDLE_MB)
    await expect.poll(() => memoryOf(server.pid).processes, { timeout: 60_000 }).toBeLessThan(2)
  } finally {
    await server.remove()
  }
})
