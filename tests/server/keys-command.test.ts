import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createSigningKey, type SigningKey } from '../../server/auth/signing-keys.ts'
import { openDataFolder } from '../../server/boot/data-folder.ts'
import { runKeysCommand } from '../support/run-keys-command.ts'

const DAY_MS = 86_400_000
// Every command is a process that compiles its modules.
vi.setConfig({ testTimeout: 600_000 })

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-keys-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const keys = (args: string[], env: Record<string, string> = {}) => runKeysCommand(args, { DATA_DIR: folder, ...env })
const path = () => join(folder, 'keys.json')
const stored = async (): Promise<SigningKey[]> => JSON.parse(await readFile(path(), 'utf8')).keys
const kids = async () => (await stored()).map(({ kid }) => kid)
/** Stores keys that were created the given number of days ago. */
async function store(...ages: number[]): Promise<SigningKey[]> {
  const now = Date.now()
  const createdKeys = await Promise.all(ages.map((days) => createSigningKey(new Date(now - days * DAY_MS))))
  await writeFile(path(), JSON.stringify({ keys: createdKeys }))
  return createdKeys
}
const iso = (at: number) => new Date(at).toISOString()

describe('npm run keys over a data folder', () => {
  test('lists which key signs and until when older keys verify, and prints no private key', async () => {
    expect(await keys(['list'])).toEqual({
      code: 0,
      output: 'There are no signing keys yet: the first server process creates them.\n',
    })
    expect(await readdir(folder)).not.toContain('keys.json')
    const [old, newest] = (await store(30, 1)) as [SigningKey, SigningKey]
    const { code, output } = await keys(['list'])
    expect([code, output]).toEqual([
      0,
      `${old.kid}  created ${iso(old.createdAt)}  verifies until ${iso(newest.createdAt + 2 * DAY_MS)}
${newest.kid}  created ${iso(newest.createdAt)}  signs
`,
    ])
    for (const { d } of [old, newest]) expect(output).not.toContain(d)
    expect(await stored()).toEqual([old, newest])
  })

  test('rotates to a new key, keeps the previous key for verifying, and removes a key replaced two days ago', async () => {
    const [, replaced] = (await store(100, 3)) as [SigningKey, SigningKey]
    const { code, output } = await keys(['rotate'])
    const [first, second, ...others] = await stored()
    expect([code, first, others]).toEqual([0, replaced, []])
    expect(second!.createdAt).toBeGreaterThan(replaced.createdAt)
    expect(output.split('\n').map((line) => line.split('  ')[0])).toEqual([replaced.kid, second!.kid, ''])
    expect(output).toMatch(/ {2}verifies until \S+\n.* {2}signs\n$/)
    expect(output).not.toContain(second!.d)
    expect((await stat(path())).mode & 0o777).toBe(0o600)
  })

  test('revokes a key that only verifies, and replaces the signing key if that key is revoked', async () => {
    const [old, newest] = (await store(30, 1)) as [SigningKey, SigningKey]
    expect((await keys(['revoke', old.kid])).code).toBe(0)
    expect(await kids()).toEqual([newest.kid])
    const { code, output } = await keys(['revoke', newest.kid])
    expect([code, await kids()]).toEqual([0, [expect.any(String)]])
    expect(await kids()).not.toContain(newest.kid)
    expect(output).toBe(`${(await kids())[0]}  created ${iso((await stored())[0]!.createdAt)}  signs\n`)
  })

  test('refuses an unknown key id or wrong arguments with a one-line message, and changes nothing', async () => {
    const [key] = await store(1)
    const usage = 'Specify a command: npm run keys -- list | rotate | revoke KID | accept'
    for (const [args, message] of [
      [['revoke', 'no-such'], 'No signing key has the kid no-such.'],
      [['accept'], 'npm run keys -- accept needs DATABASE_URL: a data folder has one server process.'],
      [['revoke'], usage],
      [['rotate', 'more'], usage],
      [['revoke', key!.kid, 'more'], usage],
    ] as const)
      expect([args, await keys([...args])]).toEqual([args, { code: 1, output: `${message}\n` }])
    expect(await stored()).toEqual([key])
  })

  test('lists the keys of TOKEN_KEYS if that is set, and refuses to rotate or revoke them', async () => {
    const [key] = await store(1)
    const signingKey = await createSigningKey(new Date())
    const env = { TOKEN_KEYS: JSON.stringify({ keys: [signingKey] }) }
    const listed = await keys(['list'], env)
    expect(listed).toEqual({ code: 0, output: `${signingKey.kid}  created ${iso(signingKey.createdAt)}  signs\n` })
    for (const args of [['rotate'], ['revoke', signingKey.kid]]) {
      const { code, output } = await keys(args, env)
      expect([args, code, output]).toEqual([
        args,
        1,
        expect.stringMatching(/^The signing keys come from TOKEN_KEYS: .+\n$/),
      ])
    }
    expect(await stored()).toEqual([key])
  })

  test('refuses to rotate while a server uses the folder, because the server has its keys in memory', async () => {
    const [key] = await store(1)
    const used = await openDataFolder(folder)
    try {
      expect(await keys(['rotate'])).toEqual({
        code: 1,
        output: `The data folder ${folder} is in use by another process (${process.pid}).\n`,
      })
    } finally {
      used.release()
    }
    expect(await stored()).toEqual([key])
    expect((await keys(['rotate'])).code).toBe(0)
  })
})
