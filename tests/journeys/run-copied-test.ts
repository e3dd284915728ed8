import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Runs a test of a session that was copied from the inspector, in a new folder. Returns `passed` or the output of the failed run. */
export async function runCopiedTest(text: string): Promise<string> {
  mkdirSync('artifacts', { recursive: true })
  const folder = mkdtempSync('artifacts/copied-')
  try {
    // The file is three levels below the repository, as in `tests/machines/session/`, so the import paths are equally long.
    mkdirSync(join(folder, 'session'))
    writeFileSync(
      join(folder, 'session/copied.test.ts'),
      text.replaceAll("'../../support/", "'../../../tests/support/"),
    )
    const config = join(folder, 'vitest.config.ts')
    writeFileSync(config, `export default { test: { include: ['${folder}/session/*.test.ts'] } }`)
    const args = ['node_modules/vitest/vitest.mjs', 'run', '--root', '.', '--config', config]
    return await promisify(execFile)(process.execPath, args).then(
      () => 'passed',
      ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
