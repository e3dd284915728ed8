import type { FileRoom } from '../files/file-room.ts'
import type { CageFacts } from '../fitting/geometry.ts'
import type { Catalogue, CatalogueCage } from './demo-catalogue.ts'
import { insertAll, type SeedTurn } from './seed-assets.ts'
import { fold } from './values.ts'

/** Cages were there before anything was made for the bodies, so many milliseconds before now. */
const AGE_MS = 46 * 86_400_000

/** A cage of the catalogue whose file lies in the store; `bodyModel` is the model of the bodies it is around. */
export interface PreparedCage extends CatalogueCage, CageFacts {
  readonly bodyModel: string
  readonly modelUrl: string
}

/** Reads the demo's cages and puts them into the store. */
export async function prepareCages(files: FileRoom, { cages, bodies, read }: Catalogue): Promise<PreparedCage[]> {
  if (cages.length === 0) return []
  // What reads them is large, and only the first start needs it.
  const { readCage } = await import('../morph/cage.ts')
  const known = new Map<string, CageFacts & { modelUrl: string }>()
  const prepared: PreparedCage[] = []
  for (const cage of cages) {
    const body = bodies.find(({ key }) => key === cage.body)
    if (!body) throw new Error(`${cage.name} is a cage of no body.`)
    const facts = known.get(cage.model) ?? (await factsOf(await read(cage.model)))
    known.set(cage.model, facts)
    prepared.push({ ...cage, ...facts, bodyModel: body.model })
  }
  return prepared

  async function factsOf(glb: Uint8Array) {
    const { positions, topology } = await readCage(glb)
    return { vertices: positions.length / 3, topology, modelUrl: await files.keep(glb) }
  }
}

/** Writes the cages, for each body that has the shape they are around, whatever its colours. */
export async function seedCages(
  { trx, cast, at, nextId }: SeedTurn,
  prepared: readonly PreparedCage[],
  bodies: ReadonlyMap<string, readonly string[]>,
): Promise<void> {
  const made = new Date(at - AGE_MS)
  const rows = prepared.flatMap((cage) =>
    (bodies.get(cage.bodyModel) ?? []).map((body_id) => ({
      id: nextId(made),
      name: cage.name,
      name_key: fold(cage.name),
      gender: cage.gender,
      asset_type: cage.assetType ?? null,
      body_id,
      model_url: cage.modelUrl,
      vertices: cage.vertices,
      topology: cage.topology,
      created_by: cast.admin,
      created_at: made,
      updated_at: made,
    })),
  )
  await insertAll(trx, 'cage_meshes', rows)
}
