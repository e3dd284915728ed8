import type { Kysely } from 'kysely'
import { UUID } from 'uuidv7'
import type { PasswordHasher } from '../auth/password-hasher.ts'
import type { Database } from '../db/schema.ts'
import { toNameKey } from '../db/values.ts'
import { StartupError } from '../errors/startup-error.ts'
import type { FileService } from '../files/file-service.ts'
import { readCatalogue } from './demo-catalogue.ts'
import { type PreparedAsset, prepareAssets, type SeedActors, seedAssets } from './seed-assets.ts'
import { type PreparedCage, prepareCages, seedCages } from './seed-cages.ts'

export const DEMO_PASSWORD = 'atelier-demo-1'

const DAY_MS = 86_400_000
const ACCOUNTS = [
  { role: 'admin', email: 'admin@atelier.example', name: 'Atelier admin' },
  { role: 'developer', email: 'developer@atelier.example', name: 'Atelier developer' },
  { role: 'user', email: 'user@atelier.example', name: 'Atelier user' },
] as const

/** Demo applications. The developer owns the first two. */
const APPLICATIONS = [
  { name: 'Harbour Lane', owner: 'developer' },
  { name: 'Nightmarket', owner: 'developer' },
  { name: 'Paper League', owner: 'admin' },
  { name: 'Fieldhouse', owner: 'admin' },
] as const

export interface SeedDeps {
  db: Kysely<Database>
  files: FileService
  passwords: PasswordHasher
  now: () => Date
  demoFolder: string
}

/**
 * Fills an empty database with demo data, in one transaction. Does nothing if the database has users. Throws `StartupError` if
 * the demo folder lacks files of its catalogue.
 */
export async function seedDemo(deps: SeedDeps): Promise<void> {
  const { db, passwords, now, files, demoFolder } = deps
  if (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) return
  const at = now().getTime()
  const nextId = createDemoIdGenerator()
  const hashes = await Promise.all(ACCOUNTS.map(() => passwords.hash(DEMO_PASSWORD)))
  // Runs before the transaction. The transaction occupies the only connection, so the file service would wait for it forever.
  const prepared = await prepareDemo(files, demoFolder)
  await db.transaction().execute(async (trx) => {
    const users = ACCOUNTS.map(({ role, email, name }, i) => {
      const joined = new Date(at - (60 - i) * DAY_MS)
      return {
        id: nextId(joined),
        role,
        email,
        name,
        password_hash: hashes[i]!,
        verified_at: joined,
        created_at: joined,
      }
    })
    await trx.insertInto('users').values(users).execute()
    const [admin, developer, user] = users.map(({ id }) => id) as [string, string, string]
    const applications = APPLICATIONS.map(({ name, owner }, i) => {
      const createdAt = new Date(at - (50 - i * 3) * DAY_MS)
      const owner_id = owner === 'admin' ? admin : developer
      return { id: nextId(createdAt), name, name_key: toNameKey(name), owner_id, created_at: createdAt }
    })
    await trx.insertInto('applications').values(applications).execute()
    const cast: SeedActors = { admin, developer, user, applications: applications.map(({ id }) => id) }
    const context = { trx, cast, at, nextId }
    const bodies = await seedAssets(context, prepared.assets)
    await seedCages(context, prepared.cages, bodies)
    await trx
      .insertInto('meta')
      .values({ key: 'demo', value: new Date(at).toISOString() })
      .execute()
  })
}

async function prepareDemo(
  files: FileService,
  folder: string,
): Promise<{ assets: PreparedAsset[]; cages: PreparedCage[] }> {
  try {
    const catalogue = await readCatalogue(folder)
    if (!catalogue) return { assets: [], cages: [] }
    return { assets: await prepareAssets(files, catalogue), cages: await prepareCages(files, catalogue) }
  } catch (error) {
    const reason = error instanceof Error ? error.message : error
    throw new StartupError(`The demo data in ${folder} is incomplete (npm run demo-models creates it): ${reason}`)
  }
}

/** Returns the email addresses of the demo accounts, or none unless {@link seedDemo} filled this database. */
export async function readDemoAccounts(db: Kysely<Database>): Promise<string[]> {
  const seeded = await db.selectFrom('meta').select('key').where('key', '=', 'demo').executeTakeFirst()
  return seeded ? ACCOUNTS.map(({ email }) => email) : []
}

/** Returns the email addresses of demo accounts that still have the published password, so anyone can sign in to them. */
export async function readOpenDemoAccounts(db: Kysely<Database>, passwords: PasswordHasher): Promise<string[]> {
  const addresses = ACCOUNTS.map(({ email }) => email)
  const users = await db
    .selectFrom('users')
    .select(['email', 'password_hash'])
    .where('email', 'in', addresses)
    .execute()
  const isOpen = await Promise.all(users.map((user) => passwords.verify(DEMO_PASSWORD, user.password_hash)))
  return users.flatMap(({ email }, i) => (isOpen[i] && email ? [email] : [])).sort()
}

/** Creates a generator of UUIDv7s whose random part is a counter. Between two seedings, only the times of the ids differ. */
function createDemoIdGenerator(): (at: Date) => string {
  let count = 0
  return (at) => {
    count++
    const spread = Math.imul(count, 0x9e3779b1) >>> 0
    return UUID.fromFieldsV7(
      at.getTime(),
      count & 0xfff,
      spread & 0x3fffffff,
      Math.imul(spread, 0x85ebca6b) >>> 0,
    ).toString()
  }
}
