import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Runs a test that the inspector copied, in a folder of its own; gives `passed`, or what was told of it. */
export async function runCopied(text: string): Promise<string> {
  mkdirSync('artifacts', { recursive: true })
  const place = mkdtempSync('artifacts/copied-')
  try {
    // Two folders below the repository, as `tests/machines/` is.
    writeFileSync(join(place, 'copied.test.ts'), text.replaceAll("'../support/", "'../../tests/support/"))
    const config = join(place, 'vitest.config.ts')
    writeFileSync(config, `export default { test: { include: ['${place}/*.test.ts'] } }`)
    const args = ['node_modules/vitest/vitest.mjs', 'run', '--root', '.', '--config', config]
    return await promisify(execFile)(process.execPath, args).then(
      () => 'passed',
      ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
    )
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}
