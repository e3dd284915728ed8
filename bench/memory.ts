/**
 * What a server holds in memory, in MB: `npx tsx bench/memory.ts [models]` (50). Starts one as people do, over an empty
 * folder and again over what that left, uploads so many models that are as costly as is let in, has each validated and its
 * icon drawn, and prints what the server and the processes that it started hold: at first, at work, right after, and when it
 * has been idle for a while. Linux only: it reads /proc.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MODEL_BUDGET } from '../src/files/model-budget.ts'
import { heavyModel } from '../tests/support/costly-models.ts'
import { createCaller, memoryOf } from '../tests/support/model-load.ts'
import { startServer } from '../tests/support/server-process.ts'

const models = Number(process.argv[2] ?? 50)
/** A model of just under 50 MB. */
const VERTICES = Math.min(MODEL_BUDGET.vertices, 1_400_000)
const IDLE_S = 60

const folder = mkdtempSync(join(tmpdir(), 'atelier-memory-'))
const wait = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000))
const print = (what: string, pid: number) => {
  const { own, children, processes, parts } = memoryOf(pid)
  const mapped = parts.map(([name, mb]) => `${name} ${mb}`).join(', ')
  console.log(`${what.padEnd(34)} ${own} MB, ${processes} children ${children} MB  (${mapped})`)
}

try {
  let server = await startServer(folder, {}, [])
  await wait(5)
  print('first start, idle', server.pid)
  await server.stop()
  server = await startServer(folder, {}, [])
  await wait(5)
  print('another start, idle', server.pid)
  const call = await createCaller(server.url)
  let highest = 0
  const looking = setInterval(() => {
    const { own, children } = memoryOf(server.pid)
    highest = Math.max(highest, own + children)
  }, 500)
  for (let done = 0; done < models; done += 5) {
    const some = Array.from({ length: Math.min(5, models - done) }, async (_, i) => {
      const url = await call.upload(heavyModel(VERTICES, done + i))
      await Promise.all([call.validate(url), call.create(url, `Heavy ${done + i}`)])
    })
    await Promise.all(some)
    process.stderr.write(`${done + some.length} of ${models}\r`)
  }
  clearInterval(looking)
  console.log(`at work, all processes together    ${highest} MB at most`)
  print('right after the last', server.pid)
  await wait(IDLE_S)
  print(`idle for ${IDLE_S} s`, server.pid)
  await server.stop()
} finally {
  rmSync(folder, { recursive: true, force: true })
}
