// Runs the unit tests nearest to changed files, within about a minute. `npm run test:changed` takes the files changed since the
// last commit. If there are none, it takes the files of the last commit. `npm run test:changed -- FILE…` takes the named files.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { findRelatedTests } from './support/changed-tests.ts'

/** Maximum number of test files. That many files take at most a minute on two cores. */
const MAX_FILES = 30

/** Tests that are too slow for this command. */
const SLOW_TESTS = /^tests\/(journeys|soak)\//

const git = (...args: string[]) =>
  execFileSync('git', args, { encoding: 'utf8', maxBuffer: 2 ** 26 })
    .split('\n')
    .filter(Boolean)

function listChangedFiles(): string[] {
  const named = process.argv.slice(2)
  if (named.length > 0) return named
  const uncommitted = [...git('diff', '--name-only', 'HEAD'), ...git('ls-files', '--others', '--exclude-standard')]
  return uncommitted.length > 0 ? uncommitted : git('diff', '--name-only', 'HEAD~1')
}

const all = git('ls-files', '--cached', '--others', '--exclude-standard')
const changed = listChangedFiles()
const read = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined)
/** Tests that read other files instead of importing them. */
const readers = changed.some((file) => file.endsWith('.md'))
  ? all.filter((file) => /^tests\/docs\/.*\.test\.ts$/.test(file))
  : ['tests/house.test.ts']
const related = findRelatedTests(all, changed, read).map(({ file }) => file)
const units = [...new Set([...readers, ...related.filter((file) => !SLOW_TESTS.test(file))])]
const files = units.slice(0, MAX_FILES)

const journeys = changed.filter((file) => /^tests\/journeys\/.*\.test\.ts$/.test(file))
if (journeys.length > 0)
  console.log(`Journeys need a build: npx vite build && npx playwright test ${journeys.join(' ')}`)
console.log(`Runs ${files.length} of ${units.length} test files that depend on the changed files.`)
const options = ['--project=apart', '--project=together', '--experimental.fsModuleCache']
process.exitCode = spawnSync('npx', ['vitest', 'run', ...options, ...files], { stdio: 'inherit' }).status ?? 1
