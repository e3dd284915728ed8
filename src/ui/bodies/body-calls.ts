import type { Asset, AssetType } from '../../api/contract/assets.ts'
import type { CageMesh } from '../../api/contract/cage-meshes.ts'
import type { Client } from '../../api/contract/client.ts'
import type { contract } from '../../api/contract/index.ts'
import type { Job } from '../../api/contract/jobs.ts'
import { MAX_LIMIT } from '../../api/contract/list.ts'
import { readBodies } from '../read-bodies.ts'

/** A body with the cages around it, those for the whole body first. */
export interface CagedBody {
  body: Asset
  cages: readonly CageMesh[]
}

/** A cage that is to be made: for a type of asset, or for the whole body. */
export interface WantedCage {
  modelUrl: string
  assetType: AssetType | undefined
}

/** What a body's page asks of the server. Each rejects with `ApiError`. */
export interface BodyCalls {
  read: (signal: AbortSignal) => Promise<CagedBody>
  /** The other bodies, by name. */
  others: (signal: AbortSignal) => Promise<readonly Asset[]>
  /** Adds a cage; the same `key` adds it once. */
  add: (body: Asset, cage: WantedCage, key: string, signal: AbortSignal) => Promise<CageMesh>
  /** Puts another model in the place of a cage's, as it was seen. */
  replace: (cage: CageMesh, modelUrl: string, signal: AbortSignal) => Promise<CageMesh>
  /** Has the body's cages made from those of another. */
  carry: (fromBodyId: string, signal: AbortSignal) => Promise<Job>
  readJob: (id: string, signal: AbortSignal) => Promise<Job>
  /** The bytes of a stored file. */
  bytes: (url: string, signal: AbortSignal) => Promise<ArrayBuffer>
}

type Api = Client<typeof contract>

/** The {@link BodyCalls} for the body `id`. */
export function bodyCalls(api: Api, id: string): BodyCalls {
  const { assets, cageMeshes, jobs } = api
  return {
    read: async (signal) => {
      const [body, cages] = await Promise.all([assets.get({ id }, { signal }), cagesOf(api, [id], signal)])
      return { body, cages: cages.toSorted(byType) }
    },
    others: async (signal) => (await readBodies(assets, signal)).filter((body) => body.id !== id),
    add: (body, { modelUrl, assetType }, idempotencyKey, signal) =>
      cageMeshes.create(
        {
          body: {
            name: [body.name, assetType ?? 'whole'].join(' ').slice(0, 120),
            gender: body.gender,
            modelUrl,
            bodyId: id,
            ...(assetType && { assetType }),
          },
        },
        { signal, idempotencyKey },
      ),
    replace: (cage, modelUrl, signal) =>
      cageMeshes.update({ id: cage.id, body: { modelUrl } }, { signal, ifMatch: cage.updatedAt }),
    carry: (fromBodyId, signal) => cageMeshes.carry({ body: { fromBodyId, toBodyId: id } }, { signal }),
    readJob: (job, signal) => jobs.get({ id: job }, { signal }),
    bytes: async (url, signal) => {
      const answer = await fetch(url, { signal })
      if (!answer.ok) throw new Error(`The cage’s file was answered with ${answer.status}.`)
      return answer.arrayBuffer()
    },
  }
}

/** So many pages of cages are read at most: a body has one for each type, and bodies come a page at a time. */
const MOST_PAGES = 20

/** All cages of some bodies. */
export async function cagesOf(
  { cageMeshes }: Api,
  bodyId: readonly string[],
  signal: AbortSignal,
): Promise<readonly CageMesh[]> {
  const cages: CageMesh[] = []
  for (let page = 1; bodyId.length > 0 && page <= MOST_PAGES; page++) {
    const query = { bodyId: [...bodyId], limit: MAX_LIMIT, page, order: 'name' as const }
    const { data, pagination } = await cageMeshes.list({ query }, { signal })
    cages.push(...data)
    if (!pagination.hasNextPage) break
  }
  return cages
}

const byType = (one: CageMesh, other: CageMesh) => (one.assetType ?? '').localeCompare(other.assetType ?? '')
