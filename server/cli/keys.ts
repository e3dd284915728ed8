import type { Kysely } from 'kysely'
import { computeVerificationEnd, readKeyFile, revokeKeyInFile, rotateKeyFile } from '../auth/signing-keys.ts'
import {
  acceptEnvKeys,
  areKeysFromEnv,
  type KeyStore,
  listStoredKeys,
  revokeStoredKey,
  rotateStoredKeys,
} from '../auth/stored-keys.ts'
import { openDataFolder } from '../boot/data-folder.ts'
import { type Env, readEnv } from '../boot/env.ts'
import type { Database } from '../db/schema.ts'
import { exitWithError, StartupError } from '../errors/startup-error.ts'
import { withDatabase } from './with-database.ts'

const USAGE = 'Specify a command: npm run keys -- list | rotate | revoke KID | accept'
const NEEDS_DATABASE = 'npm run keys -- accept needs DATABASE_URL: a data folder has one server process.'
const KEYS_COME_FROM_ENV =
  'The signing keys come from TOKEN_KEYS: change TOKEN_KEYS, run "npm run keys -- accept" with it, and restart all processes.'

interface ListedKey {
  kid: string
  createdAt: number
}

interface Commands {
  list(): Promise<ListedKey[]>
  rotate(): Promise<void>
  revoke(kid: string): Promise<boolean>
  accept(): Promise<void>
}

/**
 * Runs `npm run keys`: lists, rotates and revokes the keys that sign access tokens, without printing a private key. With
 * PostgreSQL, the command runs next to the servers, which reload their keys. With a data folder, the command fails while a server
 * uses the folder.
 */
async function main([command, kid, ...more]: string[]): Promise<void> {
  const isKnown = command === 'revoke' ? kid : ['list', 'rotate', 'accept'].includes(command ?? '') && !kid
  if (!isKnown || more.length > 0) throw new StartupError(USAGE)
  const env = readEnv(process.env)
  const output = await (env.DATABASE_URL
    ? withDatabase((db) => run(databaseCommands(db, env), command!, kid))
    : withFolder(env, () => run(folderCommands(env), command!, kid)))
  process.stdout.write(output)
}

async function run(commands: Commands, command: string, kid: string | undefined): Promise<string> {
  if (command === 'accept') {
    await commands.accept()
    return 'Accepted: restart every server process with the same keys.\n'
  }
  if (command === 'rotate') await commands.rotate()
  if (command === 'revoke' && !(await commands.revoke(kid!)))
    throw new StartupError(`No signing key has the kid ${kid}.`)
  return formatKeys(await commands.list())
}

function databaseCommands(db: Kysely<Database>, env: Env): Commands {
  const store: KeyStore = { db, now: () => new Date(), secret: env.KEYS_SECRET }
  const assertNoEnvKeys = async () => {
    if (env.TOKEN_KEYS || (await areKeysFromEnv(db))) throw new StartupError(KEYS_COME_FROM_ENV)
  }
  return {
    list: async () => env.TOKEN_KEYS?.keys ?? listStoredKeys(db),
    async rotate() {
      await assertNoEnvKeys()
      await rotateStoredKeys(store)
    },
    async revoke(kid) {
      await assertNoEnvKeys()
      return revokeStoredKey(store, kid)
    },
    accept: () => acceptEnvKeys(store, env.TOKEN_KEYS),
  }
}

function folderCommands({ DATA_DIR, TOKEN_KEYS }: Env): Commands {
  const assertNoEnvKeys = () => {
    if (TOKEN_KEYS) throw new StartupError(KEYS_COME_FROM_ENV)
  }
  return {
    list: async () => TOKEN_KEYS?.keys ?? readKeyFile(DATA_DIR),
    async rotate() {
      assertNoEnvKeys()
      await rotateKeyFile(DATA_DIR, new Date())
    },
    async revoke(kid) {
      assertNoEnvKeys()
      return revokeKeyInFile(DATA_DIR, new Date(), kid)
    },
    async accept() {
      throw new StartupError(NEEDS_DATABASE)
    },
  }
}

function formatKeys(keys: readonly ListedKey[]): string {
  if (keys.length === 0) return 'There are no signing keys yet: the first server process creates them.\n'
  const lines = keys.map(({ kid, createdAt }, i) => {
    const verifiesUntilDate = computeVerificationEnd(keys, i)
    return `${kid}  created ${new Date(createdAt).toISOString()}  ${verifiesUntilDate ? `verifies until ${verifiesUntilDate.toISOString()}` : 'signs'}\n`
  })
  return lines.join('')
}

async function withFolder<T>({ DATA_DIR }: Env, work: () => Promise<T>): Promise<T> {
  const folder = await openDataFolder(DATA_DIR)
  try {
    return await work()
  } finally {
    folder.release()
  }
}

await main(process.argv.slice(2)).catch(exitWithError)
