import { setImmediate } from 'node:timers/promises'
import { createMongoAbility } from '@casl/ability'
import type { Selectable } from 'kysely'
import * as v from 'valibot'
import { ExportedAsset, MANIFEST_PATH, ManifestHead } from '../../src/api/contract/manifest.ts'
import { plain } from '../../src/api/contract/text.ts'
import { type Ability, rulesFor } from '../auth/abilities.ts'
import { forbidden } from '../auth/caller.ts'
import { rulesOfToken } from '../auth/scopes.ts'
import type { Caller } from '../call.ts'
import type { ImportTable } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { notFound, Refusal } from '../errors.ts'
import { identityOfAsset } from './identity.ts'
import { withFilesOf } from './import-files.ts'
import { type Importing, importRow, noteRefused } from './import-row.ts'
import { linkLater } from './link-later.ts'
import { badArchive, type OpenArchive, openArchive } from './open-archive.ts'
import { assetIdsOf, readAssets } from './read-assets.ts'

/** The most bytes of a manifest: it is read into memory. */
const MOST_MANIFEST_BYTES = 100 * 1024 * 1024

/** Rows that are judged before others get their turn: some milliseconds. */
const PARSED_AT_ONCE = 200

/** How much of the work is done once every row was come to; links follow. */
const ROWS_SHARE = 0.9

/** What an import may be told and asked on its way. */
export interface ImportWatch {
  progress(share: number, step?: string): void
  signal: AbortSignal
}

type Needs = Pick<Deps, 'db' | 'files' | 'now'>

/**
 * Does an import, or what is left of it: assets that it made or refused before are passed over. By the rights that its owner
 * has now, cut down to the scopes it was asked for with. Throws `ARCHIVE_INVALID`, `FILE_UNKNOWN`, `FORBIDDEN`, `QUOTA_EXCEEDED`, and what another try may mend.
 */
export async function runImport(deps: Needs, importId: string, watch: ImportWatch): Promise<void> {
  const { db, files } = deps
  const found = await db.selectFrom('imports').selectAll().where('id', '=', importId).executeTakeFirst()
  if (!found) throw notFound('The import')
  const { archive_url: url, owner_id: ownerId, application_id: applicationId, dry_run: dryRun } = found
  if (url === null) {
    if (found.finished_at) return
    throw new Refusal(
      'FILE_UNKNOWN',
      'The archive is no longer on the server. Upload it again and start another import.',
    )
  }
  const caller = await mayImport(deps, found)
  await files.content.local(url, async (path) => {
    const archive = await openArchive(path)
    try {
      const head = await manifestOf(archive)
      await db.updateTable('imports').set({ total: head.assets.length }).where('id', '=', importId).execute()
      const rows = await parsed(head.assets, watch.signal)
      const known = await begin(deps, { importId, applicationId, caller, dryRun, head, rows })
      await withFilesOf(deps, archive, { ownerId, dryRun }, async (importFile) => {
        for (const [i, row] of rows.entries()) {
          watch.signal.throwIfAborted()
          if (!known.done.has(i + 1))
            await (row.success
              ? importRow(deps, known, importFile, i + 1, row.output)
              : noteRefused(deps, known, i + 1, nameIn(head.assets[i]), faultOf(row.issues)))
          watch.progress((ROWS_SHARE * (i + 1)) / rows.length, `${i + 1}/${rows.length}`)
        }
      })
      if (!dryRun)
        await linkLater(deps, known, {
          signal: watch.signal,
          progress: (share) => watch.progress(ROWS_SHARE + (1 - ROWS_SHARE) * share),
        })
    } finally {
      archive.close()
    }
  })
}

/** Whoever asked, with the rights of today: of an API token no more than its scopes grant. */
async function mayImport(
  { db, now }: Needs,
  { owner_id: ownerId, application_id: applicationId, scopes }: Selectable<ImportTable>,
): Promise<Caller> {
  const user = await db.selectFrom('users').select(['id', 'role']).where('id', '=', ownerId).executeTakeFirst()
  const application = await db
    .selectFrom('applications')
    .select('owner_id')
    .where('id', '=', applicationId)
    .executeTakeFirst()
  if (!user || !application) throw notFound('The application')
  const owned = await db.selectFrom('applications').select('id').where('owner_id', '=', ownerId).execute()
  const rules = rulesFor({ ...user, applicationIds: owned.map(({ id }) => id) })
  const ability = createMongoAbility<Ability>(scopes ? rulesOfToken(rules, scopes) : rules)
  const subject = { __caslSubjectType__: 'Application', ownerId: application.owner_id } as never
  if (!ability.can('create', 'Asset') || !ability.can('update', subject)) throw forbidden()
  return { id: ownerId, anonymous: false, sessionId: '', ability, until: now() }
}

async function manifestOf(archive: OpenArchive): Promise<ManifestHead> {
  if (archive.bytesOf(MANIFEST_PATH) === undefined) throw badArchive('The archive has no manifest.json.')
  const text = (await archive.read(MANIFEST_PATH, MOST_MANIFEST_BYTES)).toString('utf8')
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch {
    throw badArchive('The manifest is not valid JSON.')
  }
  const head = v.safeParse(ManifestHead, given)
  if (head.success) return head.output
  const [issue] = head.issues
  throw badArchive(`The manifest is invalid: ${v.getDotPath(issue) ?? 'it'} is not as it should be.`)
}

/** Judges each asset alone, some at a time: what else this process does goes on between. */
async function parsed(assets: readonly unknown[], signal: AbortSignal) {
  const rows: v.SafeParseResult<typeof ExportedAsset>[] = []
  for (const [i, given] of assets.entries()) {
    if (i % PARSED_AT_ONCE === 0) {
      signal.throwIfAborted()
      await setImmediate()
    }
    rows.push(v.safeParse(ExportedAsset, given))
  }
  return rows
}

/** What is there when an import begins, or goes on. */
async function begin(
  { db }: Needs,
  given: Omit<Importing, 'done' | 'refused' | 'present' | 'places' | 'ids' | 'tags'> & {
    head: ManifestHead
    rows: readonly { success: boolean; output: unknown }[]
  },
): Promise<Importing> {
  const { head, rows, ...rest } = given
  const { importId, applicationId } = rest
  // Before what was noted: what another worker makes meanwhile is not taken for one that was there.
  const all = await assetIdsOf(db, applicationId, Number.MAX_SAFE_INTEGER)
  const done = await db
    .selectFrom('import_rows')
    .select(['place', 'outcome', 'asset_id'])
    .where('import_id', '=', importId)
    .execute()
  const assetOf = new Map(done.map(({ place, asset_id }) => [place, asset_id]))
  const refused = new Set(done.filter(({ outcome }) => outcome === 'refused').map(({ place }) => place))
  const places = new Map<string, { place: number; row: ExportedAsset }>()
  const ids = new Map<string, string>()
  for (const [i, { success, output }] of rows.entries()) {
    if (!success) continue
    const row = output as ExportedAsset
    if (places.has(row.id)) continue
    places.set(row.id, { place: i + 1, row })
    const assetId = assetOf.get(i + 1)
    if (assetId) ids.set(row.id, assetId)
  }
  const taken = new Set(ids.values())
  const present = new Map<string, string[]>()
  for await (const some of readAssets(db, applicationId, all))
    for (const asset of some.filter(({ id }) => !taken.has(id))) {
      const key = identityOfAsset(asset)
      present.set(key, [...(present.get(key) ?? []), asset.id])
    }
  const tags = new Map(head.tags.map(({ name, color }) => [name, color]))
  return { ...rest, done: new Set(assetOf.keys()), refused, places, ids, present, tags }
}

function nameIn(given: unknown): string {
  const name = typeof given === 'object' && given !== null && 'name' in given ? given.name : undefined
  return typeof name === 'string' ? plain(name.slice(0, 120)) : ''
}

const faultOf = (issues: readonly [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]]): string =>
  `${v.getDotPath(issues[0]) ?? 'This'} is not as it should be.`
