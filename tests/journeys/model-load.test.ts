import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'
import { buildGridModel } from '../support/costly-models.ts'
import { createApiCaller, readProcessMemory } from '../support/model-load.ts'
import { RunningServer } from './support.ts'

/** Number of models that one account uploads in parallel, and number of vertices of each model. Both are the maximum. */
const [MODELS, VERTICES] = [50, 1_400_000]
/** Maximum memory of an idle server including its database, in MB. Without memory pressure, some garbage stays uncollected. */
const IDLE_MB = 400
/** Maximum response time of another user's small upload during the 50 uploads, in milliseconds. */
const STRANGER_MS = 2000
const STRANGER = 'tests/support/background-uploader.ts'

test('serves a small upload quickly while another account uploads 50 costly models, and frees the memory', async () => {
  test.skip(!existsSync('/proc/self/smaps'), 'Only Linux tells what a process holds.')
  test.skip(!process.env.SOAK, 'How soon strangers are answered under load is measured in a soak.')
  test.setTimeout(1_800_000)
  const server = await RunningServer.create()
  try {
    const mass = await createApiCaller(server.url)
    let hasEnded = false
    const work = Promise.all(
      Array.from({ length: MODELS }, async (_, i) => {
        const url = await mass.upload(buildGridModel(VERTICES, i))
        const [{ report }, icon] = await Promise.all([mass.validate(url), mass.create(url, `Heavy ${i}`)])
        return [(report?.counts.error ?? 0) > 0, icon.endsWith('.webp') || icon.endsWith('.png')]
      }),
    ).finally(() => {
      hasEnded = true
    })
    // If another assertion fails, the server is removed before these uploads end. The uploads' errors would hide the assertion's
    // error.
    work.catch(() => {})
    // A child process with this much memory is processing models, not only checking them. From then on, costly models are
    // scheduled.
    await expect.poll(() => readProcessMemory(server.pid).children, { timeout: 60_000 }).toBeGreaterThan(150)
    // Runs in its own process, because this one is busy with the fifty uploads.
    const clientProcess = await promisify(execFile)(process.execPath, ['--import', 'tsx', STRANGER, server.url, '20'])
    const times: number[] = JSON.parse(clientProcess.stdout)
    expect(times).toHaveLength(20)
    expect(hasEnded).toBe(false)
    expect(times.filter((ms) => ms >= STRANGER_MS)).toEqual([])
    expect(await work).toEqual(Array(MODELS).fill([true, true]))
    await expect.poll(() => readProcessMemory(server.pid).own, { timeout: 60_000 }).toBeLessThan(IDLE_MB)
    await expect.poll(() => readProcessMemory(server.pid).processes, { timeout: 60_000 }).toBeLessThan(2)
  } finally {
    await server.remove()
  }
})
