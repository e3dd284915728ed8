import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { CageMesh, NewCageMesh } from '../../src/api/contract/cage-meshes.ts'
import { EVENT_KEYS } from '../../src/api/contract/events.ts'
import type { Database } from '../db/schema.ts'
import type { CageMeshTable } from '../db/tables/jobs.ts'
import { fold } from '../db/values.ts'
import { writeEvents } from '../events/outbox.ts'
import type { CageFacts } from './geometry.ts'

/** A row of {@link CAGE_COLUMNS}. */
export interface CageRow extends Omit<CageMesh, 'assetType' | 'bodyId' | 'createdAt' | 'updatedAt'> {
  assetType: CageMesh['assetType'] | null
  bodyId: string | null
  createdAt: Date
  updatedAt: Date
}

/** What is read of a cage, at hand as `row`. */
export const CAGE_COLUMNS: RawBuilder<unknown> = sql`
  row.id, row.name, row.gender, row.asset_type as "assetType", row.body_id as "bodyId", row.model_url as "modelUrl",
  row.vertices, row.topology, row.created_at as "createdAt", row.updated_at as "updatedAt"`

/** A cage as the contract has it. */
export function asCage({ assetType, bodyId, createdAt, updatedAt, ...cage }: CageRow): CageMesh {
  return {
    ...cage,
    ...(assetType == null ? {} : { assetType }),
    ...(bodyId === null ? {} : { bodyId }),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}

/** One cage; undefined where there is none. */
export async function readCageMesh(db: Kysely<Database>, id: string): Promise<CageMesh | undefined> {
  const { rows } = await sql<CageRow>`select ${CAGE_COLUMNS} from cage_meshes as row where row.id = ${id}`.execute(db)
  return rows[0] && asCage(rows[0])
}

/** Who changes cages, and when. */
export interface CageChange {
  readonly actorId: string
  readonly at: Date
}

/** Writes a new cage and tells of it; answers its id. `carriedFrom` is the cage it was carried from. */
export async function insertCage(
  trx: Kysely<Database>,
  given: NewCageMesh & CageFacts & { carriedFrom?: string },
  change: CageChange,
): Promise<string> {
  const row: Selectable<CageMeshTable> = {
    id: uuidv7(),
    name: given.name,
    name_key: fold(given.name),
    gender: given.gender,
    asset_type: given.assetType ?? null,
    body_id: given.bodyId ?? null,
    model_url: given.modelUrl,
    vertices: given.vertices,
    topology: given.topology,
    carried_from: given.carriedFrom ?? null,
    created_by: change.actorId,
    created_at: change.at,
    updated_at: change.at,
  }
  await trx.insertInto('cage_meshes').values(row).execute()
  await tellChanged(trx, row.id, change)
  return row.id
}

/** Tells that a cage was added or changed. */
export const tellChanged = (trx: Kysely<Database>, id: string, { actorId, at }: CageChange): Promise<void> =>
  writeEvents(trx, actorId, [{ key: EVENT_KEYS.cageMeshUpdated, id, at: at.toISOString() }])
