import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { CageMesh, NewCageMesh } from '../../src/api/contract/cage-meshes.ts'
import { EVENT_KEYS } from '../../src/api/contract/events.ts'
import type { Database } from '../db/schema.ts'
import type { CageMeshTable } from '../db/tables/jobs.ts'
import { toNameKey } from '../db/values.ts'
import { writeEvents } from '../events/outbox.ts'
import type { CageFacts } from './cage-operations.ts'

export interface CageRow extends Omit<CageMesh, 'assetType' | 'bodyId' | 'createdAt' | 'updatedAt'> {
  assetType: CageMesh['assetType'] | null
  bodyId: string | null
  createdAt: Date
  updatedAt: Date
}

export const CAGE_COLUMNS: RawBuilder<unknown> = sql`
  row.id, row.name, row.gender, row.asset_type as "assetType", row.body_id as "bodyId", row.model_url as "modelUrl",
  row.vertices, row.topology, row.created_at as "createdAt", row.updated_at as "updatedAt"`

export function toCageMesh({ assetType, bodyId, createdAt, updatedAt, ...cage }: CageRow): CageMesh {
  return {
    ...cage,
    ...(assetType == null ? {} : { assetType }),
    ...(bodyId === null ? {} : { bodyId }),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}

export async function readCageMesh(db: Kysely<Database>, id: string): Promise<CageMesh | undefined> {
  const { rows } = await sql<CageRow>`select ${CAGE_COLUMNS} from cage_meshes as row where row.id = ${id}`.execute(db)
  return rows[0] && toCageMesh(rows[0])
}

export interface CageChangeMetadata {
  readonly actorId: string
  readonly at: Date
}

/** Inserts a cage, emits its event and returns its id. `carriedFrom` is the cage from which it was transferred. */
export async function insertCage(
  trx: Kysely<Database>,
  input: NewCageMesh & CageFacts & { carriedFrom?: string },
  change: CageChangeMetadata,
): Promise<string> {
  const row: Selectable<CageMeshTable> = {
    id: uuidv7(),
    name: input.name,
    name_key: toNameKey(input.name),
    gender: input.gender,
    asset_type: input.assetType ?? null,
    body_id: input.bodyId ?? null,
    model_url: input.modelUrl,
    vertices: input.vertices,
    topology: input.topology,
    carried_from: input.carriedFrom ?? null,
    created_by: change.actorId,
    created_at: change.at,
    updated_at: change.at,
  }
  await trx.insertInto('cage_meshes').values(row).execute()
  await emitCageUpdated(trx, row.id, change)
  return row.id
}

export const emitCageUpdated = (
  trx: Kysely<Database>,
  id: string,
  { actorId, at }: CageChangeMetadata,
): Promise<void> => writeEvents(trx, actorId, [{ key: EVENT_KEYS.cageMeshUpdated, id, at: at.toISOString() }])
