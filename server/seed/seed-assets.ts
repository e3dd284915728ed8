import type { Insertable, Transaction } from 'kysely'
import type { Asset, ChangelogEntry, ModelStats } from '../../src/api/contract/assets.ts'
import { diffAssets } from '../assets/changelog.ts'
import { type AssetAction, createAssetEvents } from '../assets/create-asset-events.ts'
import { toLookAlikeKey } from '../db/look-alike-key.ts'
import type { Database } from '../db/schema.ts'
import { jsonSql, toNameKey } from '../db/values.ts'
import { EVENT_RETENTION_MS, numberAllEvents, writeEvents } from '../events/outbox.ts'
import type { FileService } from '../files/file-service.ts'
import { readModelStatsOfBytes } from '../files/model-stats.ts'
import { recolour } from '../render/recolour.ts'
import type { Catalogue, CatalogueAsset } from './demo-catalogue.ts'

export interface SeedActors {
  admin: string
  developer: string
  user: string
  applications: string[]
}

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
/** Days since the beginning of the demo's history, and since the last asset was created. */
const HISTORY_DAYS = 45
const QUIET_DAYS = 4
const TAG_COLOURS = ['madder', 'ochre', 'malachite', 'lagoon', 'smalt', 'mauve', 'sienna', 'olive', 'cerulean', 'lake']

export interface PreparedAsset extends CatalogueAsset {
  modelUrl: string
  iconUrl: string | undefined
  stats: ModelStats
}

/** Number of assets uploaded concurrently. More would not fit in memory; fewer would leave a remote store idle. */
export const MAX_CONCURRENT_UPLOADS = 16

export async function prepareAssets(files: FileService, { assets, read }: Catalogue): Promise<PreparedAsset[]> {
  const sources = new Map<string, Promise<Uint8Array>>()
  const source = (path: string) => sources.get(path) ?? sources.set(path, read(path)).get(path)!
  const prepared = await mapConcurrently(assets, MAX_CONCURRENT_UPLOADS, async (asset) => {
    const plain = await source(asset.model)
    const glb = Object.keys(asset.colours).length > 0 ? recolour(plain, asset.colours) : plain
    const [stats, modelUrl, iconUrl] = await Promise.all([
      readModelStatsOfBytes(glb),
      files.storeBytes(glb),
      asset.thumbnail ? source(asset.thumbnail).then((picture) => files.storeBytes(picture)) : undefined,
    ])
    return { ...asset, modelUrl, iconUrl, stats }
  })
  // Waits for all uploads to end, so that none is still writing when an error is thrown.
  return prepared.map((asset) => {
    if (asset.status === 'rejected') throw asset.reason
    return asset.value
  })
}

async function mapConcurrently<T, R>(items: readonly T[], maxConcurrent: number, work: (item: T) => Promise<R>) {
  const results: PromiseSettledResult<R>[] = []
  // The workers share one iterator, from which each takes its next item.
  const remaining = items.entries()
  const takeAll = async () => {
    for (const [i, item] of remaining) results[i] = (await Promise.allSettled([work(item)]))[0]
  }
  await Promise.all(Array.from({ length: maxConcurrent }, takeAll))
  return results
}

export interface SeedContext {
  trx: Transaction<Database>
  cast: SeedActors
  /** Current time, in milliseconds since 1970. */
  at: number
  nextId: (at: Date) => string
}

/**
 * Writes the assets with their tags, applications, locks, changelog and the demo user's wardrobe. Returns the ids of the bodies
 * by their model's path in the catalogue.
 */
export async function seedAssets(
  context: SeedContext,
  prepared: readonly PreparedAsset[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { trx, cast } = context
  const tags = await seedTags(context, prepared)
  // Bodies first, because other assets refer to bodies by key or gender.
  const sorted = prepared.toSorted(
    (a, b) => Number(isBody(b)) - Number(isBody(a)) || shuffleRank(a.key) - shuffleRank(b.key),
  )
  const bodies = new Map<string, string>()
  const positions = new Map<string, number>()
  const rows = sorted.map((asset, i) => {
    const row = createAssetRow(context, asset, i, sorted.length, bodies)
    if (isBody(asset)) for (const name of [asset.key, asset.gender]) if (!bodies.has(name)) bodies.set(name, row.id)
    return { it: asset, row, applications: chooseApplications(cast, asset, i), changes: [] as SeedChange[] }
  })
  for (const [i, entry] of rows.entries())
    entry.changes = createHistory(entry.row, entry.it, getSeedState(i), entry.applications, tags, cast)

  await insertInBatches(
    trx,
    'assets',
    rows.map(({ row }) => row),
  )
  await insertInBatches(
    trx,
    'asset_tags',
    rows.flatMap(({ row, it: asset }) =>
      [...new Set(asset.tags)].map((name) => ({ asset_id: row.id, tag_id: tags.get(name)! })),
    ),
  )
  await insertInBatches(
    trx,
    'asset_applications',
    rows.flatMap(({ row, applications }, i) =>
      applications.map((application_id) => {
        const position = (positions.get(application_id) ?? 0) + 1
        positions.set(application_id, position)
        return { asset_id: row.id, application_id, is_visible: i % 11 !== 3, position }
      }),
    ),
  )
  await insertInBatches(
    trx,
    'changelog',
    rows.flatMap(({ row, changes }) =>
      changes.map(({ at, actorId, action, changes }) => ({
        id: context.nextId(at),
        asset_id: row.id,
        at,
        actor_id: actorId,
        action,
        changes: jsonSql(changes),
      })),
    ),
  )
  await seedEvents(context, rows)
  const wardrobe = rows.filter(({ row }) => row.default_authorized && row.type !== 'bodyshape').slice(0, 8)
  await insertInBatches(
    trx,
    'user_assets',
    wardrobe.map(({ row }, i) => ({
      user_id: cast.user,
      asset_id: row.id,
      added_at: new Date(context.at - (i + 1) * DAY_MS),
    })),
  )
  const bodyRows = rows.filter(({ it: asset }) => isBody(asset))
  return new Map(
    bodyRows.map(({ it: { model } }) => [
      model,
      bodyRows.filter(({ it: asset }) => asset.model === model).map(({ row }) => row.id),
    ]),
  )
}

/** Writes events for recent changes that are within the events' retention. Event consumers start after these events. */
async function seedEvents(
  { trx, at }: SeedContext,
  rows: readonly { row: AssetRow; changes: readonly SeedChange[] }[],
): Promise<void> {
  const events = rows
    .flatMap(({ row, changes }) => changes.map((change) => ({ id: row.id, ...change })))
    .filter((change) => change.at.getTime() > at - EVENT_RETENTION_MS)
    .sort((a, b) => a.at.getTime() - b.at.getTime())
  for (const { id, actorId, action, changes, at: changedAt } of events)
    await writeEvents(trx, actorId, createAssetEvents(id, { at: changedAt, updatedAt: changedAt }, action, changes))
  await numberAllEvents(trx)
}

async function seedTags(
  { trx, at, nextId }: SeedContext,
  prepared: readonly PreparedAsset[],
): Promise<Map<string, string>> {
  const names = [...new Set(prepared.flatMap(({ tags }) => tags))].sort()
  const rows = names.map((name, i) => ({
    id: nextId(new Date(at - HISTORY_DAYS * DAY_MS)),
    name,
    name_key: toNameKey(name),
    look_alike_key: toLookAlikeKey(name),
    color: TAG_COLOURS[i % TAG_COLOURS.length]!,
  }))
  await insertInBatches(trx, 'tags', rows)
  return new Map(rows.map(({ name, id }) => [name, id]))
}

const isBody = ({ type }: CatalogueAsset) => type === 'bodyshape'

/** Returns a reproducible sort key that shuffles the catalogue, which is grouped by type. */
function shuffleRank(key: string): number {
  let hash = 0x811c9dc5
  for (const character of key) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193)
  // Mixed again, because keys that differ only in their last characters would otherwise stay together.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

const getSeedState = (i: number) => ({ locked: i % 9 === 4, renamed: i % 3 === 1 })

type AssetRow = ReturnType<typeof createAssetRow>

/** Returns the row of an asset, created in working hours of the last weeks by the admin or the developer. */
function createAssetRow(
  { cast, at, nextId }: SeedContext,
  asset: PreparedAsset,
  i: number,
  count: number,
  bodies: ReadonlyMap<string, string>,
) {
  const days = HISTORY_DAYS - (i / count) * (HISTORY_DAYS - QUIET_DAYS)
  const midnight = Math.floor((at - days * DAY_MS) / DAY_MS) * DAY_MS
  const created = new Date(midnight + 8 * HOUR_MS + ((i * 37) % 540) * 60_000 + ((i * 13) % 60) * 1000)
  const { locked, renamed } = getSeedState(i)
  const updated = new Date(
    created.getTime() + (renamed ? DAY_MS + (i % 5) * HOUR_MS : 0) + (locked ? DAY_MS + HOUR_MS : 0),
  )
  return {
    id: nextId(created),
    name: asset.name,
    name_key: toNameKey(asset.name),
    type: asset.type,
    gender: asset.gender,
    model_url: asset.modelUrl,
    icon_url: asset.iconUrl ?? null,
    icon_rendered: asset.iconUrl !== undefined,
    locked,
    locked_by: locked ? cast.admin : null,
    body_id: (asset.body && bodies.get(asset.body)) || null,
    default_authorized: isBody(asset) || asset.type === 'eyes' || i % 4 === 0,
    ...asset.stats,
    created_at: created,
    updated_at: updated,
    created_by: i % 2 === 0 ? cast.developer : cast.admin,
  }
}

function chooseApplications({ applications }: SeedActors, { type }: PreparedAsset, i: number): string[] {
  if (type === 'bodyshape') return applications
  if (i % 5 === 4) return []
  const first = applications[i % applications.length]!
  const second = applications[(i + 1) % applications.length]!
  return i % 3 === 0 ? [first, second] : [first]
}

interface SeedChange {
  at: Date
  actorId: string
  action: AssetAction
  changes: ChangelogEntry['changes']
}

function createHistory(
  row: AssetRow,
  { tags, key }: PreparedAsset,
  { locked, renamed }: ReturnType<typeof getSeedState>,
  applicationIds: readonly string[],
  tagIds: ReadonlyMap<string, string>,
  { admin }: SeedActors,
): SeedChange[] {
  const draft = renamed ? `${key.replaceAll('-', ' ')} draft` : row.name
  const initial: Partial<Asset> = {
    name: draft,
    type: row.type,
    gender: row.gender,
    modelUrl: row.model_url,
    ...(row.icon_url ? { iconUrl: row.icon_url } : {}),
    locked: false,
    applications: applicationIds.map((applicationId, i) => ({ applicationId, isVisible: true, position: i + 1 })),
    tags: tags.map((name) => tagIds.get(name)!),
    ...(row.body_id ? { bodyId: row.body_id } : {}),
    stats: { triangles: row.triangles, vertices: row.vertices, textures: row.textures, bytes: row.bytes },
  }
  const changes = diffAssets(undefined, initial as Asset)
  const history: SeedChange[] = [{ at: row.created_at, actorId: row.created_by, action: 'created', changes }]
  if (renamed) {
    const at = new Date(locked ? row.updated_at.getTime() - DAY_MS : row.updated_at)
    const changes = [{ field: 'name', before: draft, after: row.name }]
    history.push({ at, actorId: row.created_by, action: 'updated', changes })
  }
  if (locked)
    history.push({
      at: row.updated_at,
      actorId: admin,
      action: 'locked',
      changes: [
        { field: 'locked', before: false, after: true },
        { field: 'lockedBy', after: admin },
      ],
    })
  return history
}

/** Rows per statement. PostgreSQL allows 65,535 parameters per statement, enough for this number of rows of any table. */
const INSERT_BATCH_ROWS = 500

export async function insertInBatches<T extends keyof Database>(
  trx: Transaction<Database>,
  table: T,
  rows: readonly Insertable<Database[T]>[],
) {
  for (let i = 0; i < rows.length; i += INSERT_BATCH_ROWS)
    await trx
      .insertInto(table)
      .values(rows.slice(i, i + INSERT_BATCH_ROWS) as never)
      .execute()
}
