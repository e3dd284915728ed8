import type { Kysely } from 'kysely'
import type { Passwords } from '../auth/passwords.ts'
import type { FileRoom } from '../files/file-room.ts'
import { StartFault } from '../start-fault.ts'
import { readCatalogue } from './demo-catalogue.ts'
import { demoIds } from './demo-ids.ts'
import type { Database } from './schema.ts'
import { type Cast, type PreparedAsset, prepareAssets, seedAssets } from './seed-assets.ts'
import { type PreparedCage, prepareCages, seedCages } from './seed-cages.ts'
import { fold } from './values.ts'

/** The password of the three demo accounts. */
export const DEMO_PASSWORD = 'atelier-demo-1'

const DAY = 86_400_000
const ACCOUNTS = [
  { role: 'admin', email: 'admin@atelier.example', name: 'Atelier admin' },
  { role: 'developer', email: 'developer@atelier.example', name: 'Atelier developer' },
  { role: 'user', email: 'user@atelier.example', name: 'Atelier user' },
] as const

/** The demo applications; the developer owns the first two. */
const APPLICATIONS = [
  { name: 'Harbour Lane', owner: 'developer' },
  { name: 'Nightmarket', owner: 'developer' },
  { name: 'Paper League', owner: 'admin' },
  { name: 'Fieldhouse', owner: 'admin' },
] as const

/** What seeding needs; `demoFolder` holds `catalogue.json` and the models it names. */
export interface SeedNeeds {
  db: Kysely<Database>
  files: FileRoom
  passwords: Passwords
  now: () => Date
  demoFolder: string
}

/**
 * Fills a store nobody has used yet with demo data; leaves any other alone. One transaction: all of it or none. Throws
 * StartFault where the demo folder lacks what its catalogue names.
 */
export async function seed(needs: SeedNeeds): Promise<void> {
  const { db, passwords, now, files, demoFolder } = needs
  if (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) return
  const at = now().getTime()
  const nextId = demoIds()
  const hashes = await Promise.all(ACCOUNTS.map(() => passwords.hash(DEMO_PASSWORD)))
  // Before the transaction: it would wait for the one connection that it holds itself.
  const prepared = await prepareDemo(files, demoFolder)
  await db.transaction().execute(async (trx) => {
    const users = ACCOUNTS.map(({ role, email, name }, i) => {
      const joined = new Date(at - (60 - i) * DAY)
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
      const made = new Date(at - (50 - i * 3) * DAY)
      const owner_id = owner === 'admin' ? admin : developer
      return { id: nextId(made), name, name_key: fold(name), owner_id, created_at: made }
    })
    await trx.insertInto('applications').values(applications).execute()
    const cast: Cast = { admin, developer, user, applications: applications.map(({ id }) => id) }
    const turn = { trx, cast, at, nextId }
    const bodies = await seedAssets(turn, prepared.assets)
    await seedCages(turn, prepared.cages, bodies)
    await trx
      .insertInto('meta')
      .values({ key: 'demo', value: new Date(at).toISOString() })
      .execute()
  })
}

async function prepareDemo(
  files: FileRoom,
  folder: string,
): Promise<{ assets: PreparedAsset[]; cages: PreparedCage[] }> {
  try {
    const catalogue = await readCatalogue(folder)
    if (!catalogue) return { assets: [], cages: [] }
    return { assets: await prepareAssets(files, catalogue), cages: await prepareCages(files, catalogue) }
  } catch (fault) {
    const reason = fault instanceof Error ? fault.message : fault
    throw new StartFault(`The demo data in ${folder} is not whole (npm run demo-models makes it): ${reason}`)
  }
}

/** The addresses of the demo accounts, where this store was filled by {@link seed}. */
export async function demoAccounts(db: Kysely<Database>): Promise<string[]> {
  const seeded = await db.selectFrom('meta').select('key').where('key', '=', 'demo').executeTakeFirst()
  return seeded ? ACCOUNTS.map(({ email }) => email) : []
}

/** The addresses of demo accounts that anyone can sign in to, because they still have the published password. */
export async function openDemoAccounts(db: Kysely<Database>, passwords: Passwords): Promise<string[]> {
  const addresses = ACCOUNTS.map(({ email }) => email)
  const users = await db
    .selectFrom('users')
    .select(['email', 'password_hash'])
    .where('email', 'in', addresses)
    .execute()
  const isOpen = await Promise.all(users.map((user) => passwords.verify(DEMO_PASSWORD, user.password_hash)))
  return users.flatMap(({ email }, i) => (isOpen[i] && email ? [email] : [])).sort()
}
