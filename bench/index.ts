/**
 * Runs all comparative benchmarks and prints one table: `npm run bench -- [rounds] [parts]`, after `npm run build` and `npm run
 * build:viewer`. Default: 3 rounds of list, sign-in, upload, viewer and server. Each part is a separate benchmark that measures
 * our product and the peers alternately. The table shows each figure next to the best peer's figure and the goal. The peers'
 * packages are installed next to the benchmark or in a temporary folder; none is part of the product.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { LIST_GOALS, SERVER_GOALS, SIGN_IN_GOALS, UPLOAD_GOALS, VIEWER_GOALS } from './goals.ts'
import { formatTable, type IsOwnTarget, readSamples } from './samples.ts'

const [rounds = '3', parts = 'list,sign-in,upload,viewer,server'] = process.argv.slice(2)

interface Part {
  script: string
  given: readonly string[]
  env?: Record<string, string>
  isOurs: IsOwnTarget
  goals: Readonly<Record<string, string>>
}

const isNamedOurs: IsOwnTarget = (target) => target === 'ours'

const PARTS: Readonly<Record<string, Part>> = {
  list: { script: 'list/compare-peers.ts', given: [rounds], isOurs: isNamedOurs, goals: LIST_GOALS },
  'sign-in': { script: 'sign-in.ts', given: [rounds], isOurs: isNamedOurs, goals: SIGN_IN_GOALS },
  upload: { script: 'upload.ts', given: ['50', rounds], isOurs: isNamedOurs, goals: UPLOAD_GOALS },
  viewer: {
    script: 'viewer.ts',
    given: [],
    env: { RUNS: rounds },
    isOurs: (target) => target !== 'visage' && target !== 'model-viewer',
    goals: VIEWER_GOALS,
  },
  server: { script: 'server.ts', given: ['200'], isOurs: (target) => !target.startsWith('bare'), goals: SERVER_GOALS },
}

const folder = mkdtempSync(join(tmpdir(), 'atelier-bench-table-'))
const tables: string[] = []
try {
  for (const name of parts.split(',')) {
    const part = PARTS[name]
    if (!part) throw new Error(`There is no part named ${name}. Available parts: ${Object.keys(PARTS).join(', ')}.`)
    const path = join(folder, `${name}.json`)
    const load = loadavg()[0]!.toFixed(1)
    execFileSync(process.execPath, ['--import', 'tsx', join(import.meta.dirname, part.script), ...part.given], {
      stdio: 'inherit',
      env: { ...process.env, ...part.env, SAMPLES: path },
    })
    const heading = `**${name}**, load of the machine before it ${load}`
    tables.push(`${heading}\n\n${formatTable(readSamples(path), part.isOurs, part.goals)}`)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
console.log(`\n${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores, ${rounds} rounds\n`)
console.log(tables.join('\n\n'))
