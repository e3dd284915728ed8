import { toNameKey } from '../db/values.ts'
import type { FileService } from '../files/file-service.ts'
import type { CageFacts } from '../fitting/cage-operations.ts'
import type { Catalogue, CatalogueCage } from './demo-catalogue.ts'
import { insertInBatches, type SeedContext } from './seed-assets.ts'

/** Age of the cages: older than all assets made for the bodies. */
const CAGE_AGE_MS = 46 * 86_400_000

/** Catalogue cage whose file is stored. `bodyModel` is the model of its bodies. */
export interface PreparedCage extends CatalogueCage, CageFacts {
  readonly bodyModel: string
  readonly modelUrl: string
}

export async function prepareCages(files: FileService, { cages, bodies, read }: Catalogue): Promise<PreparedCage[]> {
  if (cages.length === 0) return []
  // Imported on demand, because the large module is needed only on the first start.
  const { readCage } = await import('../morph/cage.ts')
  const factsByModel = new Map<string, CageFacts & { modelUrl: string }>()
  const prepared: PreparedCage[] = []
  for (const cage of cages) {
    const body = bodies.find(({ key }) => key === cage.body)
    if (!body) throw new Error(`${cage.name} belongs to no body.`)
    const facts = factsByModel.get(cage.model) ?? (await readFacts(await read(cage.model)))
    factsByModel.set(cage.model, facts)
    prepared.push({ ...cage, ...facts, bodyModel: body.model })
  }
  return prepared

  async function readFacts(glb: Uint8Array) {
    const { positions, topology } = await readCage(glb)
    return { vertices: positions.length / 3, topology, modelUrl: await files.storeBytes(glb) }
  }
}

export async function seedCages(
  { trx, cast, at, nextId }: SeedContext,
  prepared: readonly PreparedCage[],
  bodies: ReadonlyMap<string, readonly string[]>,
): Promise<void> {
  const createdAt = new Date(at - CAGE_AGE_MS)
  const rows = prepared.flatMap((cage) =>
    (bodies.get(cage.bodyModel) ?? []).map((body_id) => ({
      id: nextId(createdAt),
      name: cage.name,
      name_key: toNameKey(cage.name),
      gender: cage.gender,
      asset_type: cage.assetType ?? null,
      body_id,
      model_url: cage.modelUrl,
      vertices: cage.vertices,
      topology: cage.topology,
      created_by: cast.admin,
      created_at: createdAt,
      updated_at: createdAt,
    })),
  )
  await insertInBatches(trx, 'cage_meshes', rows)
}
