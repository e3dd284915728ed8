import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'
import { buildGridModel } from '../support/costly-models.ts'
import { createApiCaller, readProcessMemory } from '../support/model-load.ts'
import { RunningServer } from './support.ts'

/** Maximum number of models that one account can upload in parallel, and maximum number of vertices of a model. */
const [MODELS, VERTICES] = [50, 1_400_000]
/** Maximum memory of an idle server including its database, in MB. Without memory pressure, some garbage stays uncollected. */
const IDLE_MB = 400
/** Maximum response time of another user's small upload during the 50 uploads, in milliseconds. */
const MAX_RESPONSE_MS = 2000
const OTHER_CLIENT_SCRIPT = 'tests/support/background-uploader.ts'

test('serves a small upload quickly while another account uploads 50 costly models, and frees the memory', async () => {
  test.skip(!existsSync('/proc/self/smaps'), 'Only Linux reports the memory of a process.')
  test.skip(!process.env.SOAK, 'Response times under load are measured only in a soak run.')
  test.setTimeout(1_800_000)
  const server = await RunningServer.create()
  try {
    const uploader = await createApiCaller(server.url)
    let hasEnded = false
    const uploads = Promise.all(
      Array.from({ length: MODELS }, async (_, i) => {
        const url = await uploader.upload(buildGridModel(VERTICES, i))
        const [{ report }, icon] = await Promise.all([uploader.validate(url), uploader.create(url, `Heavy ${i}`)])
        return [(report?.counts.error ?? 0) > 0, icon.endsWith('.webp') || icon.endsWith('.png')]
      }),
    ).finally(() => {
      hasEnded = true
    })
    // If an assertion fails, the server is removed while uploads are pending. The uploads' errors must not hide the assertion's
    // error.
    uploads.catch(() => {})
    // A child process with this much memory is processing a costly model, so the server schedules the remaining models.
    await expect.poll(() => readProcessMemory(server.pid).children, { timeout: 60_000 }).toBeGreaterThan(150)
    // Measures in a separate process, because this process is busy with the fifty uploads.
    const clientProcess = await promisify(execFile)(process.execPath, [
      '--import',
      'tsx',
      OTHER_CLIENT_SCRIPT,
      server.url,
      '20',
    ])
    const times: number[] = JSON.parse(clientProcess.stdout)
    expect(times).toHaveLength(20)
    expect(hasEnded).toBe(false)
    expect(times.filter((ms) => ms >= MAX_RESPONSE_MS)).toEqual([])
    expect(await uploads).toEqual(Array(MODELS).fill([true, true]))
    await expect.poll(() => readProcessMemory(server.pid).own, { timeout: 60_000 }).toBeLessThan(IDLE_MB)
    await expect.poll(() => readProcessMemory(server.pid).processes, { timeout: 60_000 }).toBeLessThan(2)
  } finally {
    await server.remove()
  }
})
