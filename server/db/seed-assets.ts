import type { Transaction } from 'kysely'
import type { Asset, ChangelogEntry, ModelStats } from '../../src/api/contract/assets.ts'
import { changesBetween } from '../assets/changelog.ts'
import { type AssetAction, toldOf } from '../assets/told.ts'
import { numberAllEvents, OUTBOX_MS, writeEvents } from '../events/outbox.ts'
import type { FileRoom } from '../files/file-room.ts'
import { countModel } from '../files/model-stats.ts'
import { recolour } from '../render/recolour.ts'
import type { Catalogue, CatalogueAsset } from './demo-catalogue.ts'
import type { Database } from './schema.ts'

import { fold, json } from './values.ts'

/** Who and what the assets are spread over. */
export interface Cast {
  admin: string
  developer: string
  user: string
  applications: string[]
}

const DAY = 86_400_000
const HOUR = 3_600_000
/** The demo's history begins so many days ago, and its last asset was made so many days ago. */
const HISTORY_DAYS = 45
const QUIET_DAYS = 4
const TAG_COLOURS = ['madder', 'ochre', 'malachite', 'lagoon', 'smalt', 'mauve', 'sienna', 'olive', 'cerulean', 'lake']

/** An asset of the catalogue whose files lie in the store. */
export interface PreparedAsset extends CatalogueAsset {
  modelUrl: string
  iconUrl: string | undefined
  stats: ModelStats
}

/** How many assets are put into the store at a time: enough to keep a distant one busy, few enough to hold in memory. */
export const PUTS_AT_ONCE = 16

/** Paints the models and puts them and their pictures into the store. */
export async function prepareAssets(files: FileRoom, { assets, read }: Catalogue): Promise<PreparedAsset[]> {
  const sources = new Map<string, Promise<Uint8Array>>()
  const source = (path: string) => sources.get(path) ?? sources.set(path, read(path)).get(path)!
  const prepared = await inTurns(assets, PUTS_AT_ONCE, async (asset) => {
    const plain = await source(asset.model)
    const glb = Object.keys(asset.colours).length > 0 ? recolour(plain, asset.colours) : plain
    const [stats, modelUrl, iconUrl] = await Promise.all([
      countModel(glb),
      files.keep(glb),
      asset.thumbnail ? source(asset.thumbnail).then((picture) => files.keep(picture)) : undefined,
    ])
    return { ...asset, modelUrl, iconUrl, stats }
  })
  // Settled, not raced: nothing may still be writing when a fault is told.
  return prepared.map((it) => {
    if (it.status === 'rejected') throw it.reason
    return it.value
  })
}

/** Works on all items, `most` of them at a time, and tells what came of each. */
async function inTurns<T, R>(items: readonly T[], most: number, work: (item: T) => Promise<R>) {
  const results: PromiseSettledResult<R>[] = []
  // They share what is left: whoever is free takes the next.
  const left = items.entries()
  const takeAll = async () => {
    for (const [i, item] of left) results[i] = (await Promise.allSettled([work(item)]))[0]
  }
  await Promise.all(Array.from({ length: most }, takeAll))
  return results
}

/** What is needed to write a part of the demo. */
export interface SeedTurn {
  trx: Transaction<Database>
  cast: Cast
  /** Now, in milliseconds since 1970. */
  at: number
  nextId: (at: Date) => string
}

/**
 * Writes the assets with their tags, applications, locks, history and the demo user's wardrobe; answers the ids of the bodies
 * by the model they have in the catalogue.
 */
export async function seedAssets(
  needs: SeedTurn,
  prepared: readonly PreparedAsset[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { trx, cast } = needs
  const tags = await seedTags(needs, prepared)
  // Bodies first: the others point at them, by the body's key or its gender.
  const sorted = prepared.toSorted((a, b) => Number(isBody(b)) - Number(isBody(a)) || rank(a.key) - rank(b.key))
  const bodies = new Map<string, string>()
  const positions = new Map<string, number>()
  const rows = sorted.map((it, i) => {
    const row = assetRow(needs, it, i, sorted.length, bodies)
    if (isBody(it)) for (const name of [it.key, it.gender]) if (!bodies.has(name)) bodies.set(name, row.id)
    return { it, row, applications: applicationsOf(cast, it, i), changes: [] as Change[] }
  })
  for (const [i, entry] of rows.entries())
    entry.changes = historyOf(entry.row, entry.it, fateOf(i), entry.applications, tags, cast)

  await insertAll(
    trx,
    'assets',
    rows.map(({ row }) => row),
  )
  await insertAll(
    trx,
    'asset_tags',
    rows.flatMap(({ row, it }) => [...new Set(it.tags)].map((name) => ({ asset_id: row.id, tag_id: tags.get(name)! }))),
  )
  await insertAll(
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
  await insertAll(
    trx,
    'changelog',
    rows.flatMap(({ row, changes }) =>
      changes.map(({ at, actorId, action, changes }) => ({
        id: needs.nextId(at),
        asset_id: row.id,
        at,
        actor_id: actorId,
        action,
        changes: json(changes),
      })),
    ),
  )
  await seedEvents(needs, rows)
  const wardrobe = rows.filter(({ row }) => row.default_authorized && row.type !== 'bodyshape').slice(0, 8)
  await insertAll(
    trx,
    'user_assets',
    wardrobe.map(({ row }, i) => ({
      user_id: cast.user,
      asset_id: row.id,
      added_at: new Date(needs.at - (i + 1) * DAY),
    })),
  )
  const figures = rows.filter(({ it }) => isBody(it))
  return new Map(
    figures.map(({ it: { model } }) => [
      model,
      figures.filter(({ it }) => it.model === model).map(({ row }) => row.id),
    ]),
  )
}

/** Tells of the changes of the last days, as far as events are kept; those who pass events on begin after them. */
async function seedEvents(
  { trx, at }: SeedTurn,
  rows: readonly { row: AssetRow; changes: readonly Change[] }[],
): Promise<void> {
  const told = rows
    .flatMap(({ row, changes }) => changes.map((change) => ({ id: row.id, ...change })))
    .filter((change) => change.at.getTime() > at - OUTBOX_MS)
    .sort((a, b) => a.at.getTime() - b.at.getTime())
  for (const { id, actorId, action, changes, at: then } of told)
    await writeEvents(trx, actorId, toldOf(id, { at: then, updatedAt: then }, action, changes))
  await numberAllEvents(trx)
}

async function seedTags(
  { trx, at, nextId }: SeedTurn,
  prepared: readonly PreparedAsset[],
): Promise<Map<string, string>> {
  const names = [...new Set(prepared.flatMap(({ tags }) => tags))].sort()
  const rows = names.map((name, i) => ({
    id: nextId(new Date(at - HISTORY_DAYS * DAY)),
    name,
    name_key: fold(name),
    color: TAG_COLOURS[i % TAG_COLOURS.length]!,
  }))
  await insertAll(trx, 'tags', rows)
  return new Map(rows.map(({ name, id }) => [name, id]))
}

const isBody = ({ type }: CatalogueAsset) => type === 'bodyshape'

/** Mixes the catalogue, which stands type by type, and always in the same way. */
function rank(key: string): number {
  let hash = 0x811c9dc5
  for (const letter of key) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193)
  // Stirred once more: names that differ in their end alone would else stay together.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** What became of the asset of a number: some were renamed from a working title, some are locked. */
const fateOf = (i: number) => ({ locked: i % 9 === 4, renamed: i % 3 === 1 })

type AssetRow = ReturnType<typeof assetRow>

/** Made in working hours over the last weeks, by the admin and the developer in turns. */
function assetRow(
  { cast, at, nextId }: SeedTurn,
  it: PreparedAsset,
  i: number,
  count: number,
  bodies: ReadonlyMap<string, string>,
) {
  const days = HISTORY_DAYS - (i / count) * (HISTORY_DAYS - QUIET_DAYS)
  const midnight = Math.floor((at - days * DAY) / DAY) * DAY
  const created = new Date(midnight + 8 * HOUR + ((i * 37) % 540) * 60_000 + ((i * 13) % 60) * 1000)
  const { locked, renamed } = fateOf(i)
  const updated = new Date(created.getTime() + (renamed ? DAY + (i % 5) * HOUR : 0) + (locked ? DAY + HOUR : 0))
  return {
    id: nextId(created),
    name: it.name,
    name_key: fold(it.name),
    type: it.type,
    gender: it.gender,
    model_url: it.modelUrl,
    icon_url: it.iconUrl ?? null,
    icon_rendered: it.iconUrl !== undefined,
    locked,
    locked_by: locked ? cast.admin : null,
    body_id: (it.body && bodies.get(it.body)) || null,
    default_authorized: isBody(it) || it.type === 'eyes' || i % 4 === 0,
    ...it.stats,
    created_at: created,
    updated_at: updated,
    created_by: i % 2 === 0 ? cast.developer : cast.admin,
  }
}

/** None, one or two; bodies are in all of them. */
function applicationsOf({ applications }: Cast, { type }: PreparedAsset, i: number): string[] {
  if (type === 'bodyshape') return applications
  if (i % 5 === 4) return []
  const first = applications[i % applications.length]!
  const second = applications[(i + 1) % applications.length]!
  return i % 3 === 0 ? [first, second] : [first]
}

interface Change {
  at: Date
  actorId: string
  action: AssetAction
  changes: ChangelogEntry['changes']
}

/** The entries that lead to an asset as it is. */
function historyOf(
  row: AssetRow,
  { tags, key }: PreparedAsset,
  { locked, renamed }: ReturnType<typeof fateOf>,
  applicationIds: readonly string[],
  tagIds: ReadonlyMap<string, string>,
  { admin }: Cast,
): Change[] {
  const draft = renamed ? `${key.replaceAll('-', ' ')} draft` : row.name
  const made: Partial<Asset> = {
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
  const changes = changesBetween(undefined, made as Asset)
  const history: Change[] = [{ at: row.created_at, actorId: row.created_by, action: 'created', changes }]
  if (renamed) {
    const at = new Date(locked ? row.updated_at.getTime() - DAY : row.updated_at)
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

/** PostgreSQL takes 65,535 values in a statement; so many rows of any of our tables fit. */
const ROWS_AT_ONCE = 500

/** Writes any number of rows. */
export async function insertAll<T extends keyof Database>(
  trx: Transaction<Database>,
  table: T,
  rows: readonly object[],
) {
  for (let i = 0; i < rows.length; i += ROWS_AT_ONCE)
    await trx
      .insertInto(table)
      .values(rows.slice(i, i + ROWS_AT_ONCE) as never)
      .execute()
}
