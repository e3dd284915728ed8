/**
 * Measures the memory of a server, in MB: `npx tsx bench/memory.ts [models]` (50). Starts a server on an empty folder, then again
 * on the same folder. Uploads models as large as the limits allow. The server validates each model and renders its icon. Prints
 * the memory of the server and its child processes: at start, at work, right after, and after an idle time. Linux only: it reads
 * /proc.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MODEL_BUDGET } from '../src/files/model-budget.ts'
import { buildGridModel } from '../tests/support/costly-models.ts'
import { createApiCaller, readProcessMemory } from '../tests/support/model-load.ts'
import { startServer } from '../tests/support/server-process.ts'

const models = Number(process.argv[2] ?? 50)
/** Vertices of a model of just under 50 MB. */
const VERTICES = Math.min(MODEL_BUDGET.vertices, 1_400_000)
const IDLE_S = 60

const folder = mkdtempSync(join(tmpdir(), 'atelier-memory-'))
const wait = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000))
const print = (label: string, pid: number) => {
  const { own: ownMb, children, processes, largestMappings } = readProcessMemory(pid)
  const mappings = largestMappings.map(([name, mb]) => `${name} ${mb}`).join(', ')
  console.log(`${label.padEnd(34)} ${ownMb} MB, ${processes} children ${children} MB  (${mappings})`)
}

try {
  let server = await startServer(folder, {}, [])
  await wait(5)
  print('first start, idle', server.pid)
  await server.stop()
  server = await startServer(folder, {}, [])
  await wait(5)
  print('another start, idle', server.pid)
  const call = await createApiCaller(server.url)
  let peak = 0
  const sampler = setInterval(() => {
    const { own: ownMb, children } = readProcessMemory(server.pid)
    peak = Math.max(peak, ownMb + children)
  }, 500)
  for (let firstIndex = 0; firstIndex < models; firstIndex += 5) {
    const batch = Array.from({ length: Math.min(5, models - firstIndex) }, async (_, i) => {
      const url = await call.upload(buildGridModel(VERTICES, firstIndex + i))
      await Promise.all([call.validate(url), call.create(url, `Heavy ${firstIndex + i}`)])
    })
    await Promise.all(batch)
    process.stderr.write(`${firstIndex + batch.length} of ${models}\r`)
  }
  clearInterval(sampler)
  console.log(`at work, all processes together    ${peak} MB at most`)
  print('right after the last', server.pid)
  await wait(IDLE_S)
  print(`idle for ${IDLE_S} s`, server.pid)
  await server.stop()
} finally {
  rmSync(folder, { recursive: true, force: true })
}
