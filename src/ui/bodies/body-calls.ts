import type { Asset, AssetType } from '../../api/contract/assets.ts'
import type { CageMesh } from '../../api/contract/cage-meshes.ts'
import type { Client } from '../../api/contract/client.ts'
import type { contract } from '../../api/contract/index.ts'
import type { Job } from '../../api/contract/jobs.ts'
import { MAX_LIST_LIMIT } from '../../api/contract/list.ts'
import { fetchBodies } from '../fetch-bodies.ts'

/** Body with its cages. Cages for the whole body come first. */
export interface BodyWithCages {
  body: Asset
  cages: readonly CageMesh[]
}

export interface NewCage {
  modelUrl: string
  assetType: AssetType | undefined
}

/** Calls of a body's page. All but `loadBytes` reject with `ApiError`. */
export interface BodyCalls {
  read: (signal: AbortSignal) => Promise<BodyWithCages>
  /** Loads the other bodies, sorted by name. */
  loadOtherBodies: (signal: AbortSignal) => Promise<readonly Asset[]>
  /** Adds a cage, only once per `key`. */
  add: (body: Asset, cage: NewCage, key: string, signal: AbortSignal) => Promise<CageMesh>
  /** Replaces a cage's model, unless the cage has changed since loading. */
  replace: (cage: CageMesh, modelUrl: string, signal: AbortSignal) => Promise<CageMesh>
  /** Starts a job that transfers another body's cages to body `id`. */
  transferCages: (fromBodyId: string, signal: AbortSignal) => Promise<Job>
  readJob: (id: string, signal: AbortSignal) => Promise<Job>
  /** Loads the bytes of a stored file. Rejects with any error. */
  loadBytes: (url: string, signal: AbortSignal) => Promise<ArrayBuffer>
}

type Api = Client<typeof contract>

export function createBodyCalls(api: Api, id: string): BodyCalls {
  const { assets, cageMeshes, jobs } = api
  return {
    read: async (signal) => {
      const [body, cages] = await Promise.all([assets.get({ id }, { signal }), fetchCages(api, [id], signal)])
      return { body, cages: cages.toSorted(compareByType) }
    },
    loadOtherBodies: async (signal) => (await fetchBodies(assets, signal)).filter((body) => body.id !== id),
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
    transferCages: (fromBodyId, signal) => cageMeshes.carry({ body: { fromBodyId, toBodyId: id } }, { signal }),
    readJob: (job, signal) => jobs.get({ id: job }, { signal }),
    loadBytes: async (url, signal) => {
      const response = await fetch(url, { signal })
      if (!response.ok) throw new Error(`The request for the cage file returned ${response.status}.`)
      return response.arrayBuffer()
    },
  }
}

/** Maximum number of loaded pages of cages. Enough for one list page of bodies that have a cage for each type. */
const MAX_CAGE_PAGES = 20

export async function fetchCages(
  { cageMeshes }: Api,
  bodyId: readonly string[],
  signal: AbortSignal,
): Promise<readonly CageMesh[]> {
  const cages: CageMesh[] = []
  for (let page = 1; bodyId.length > 0 && page <= MAX_CAGE_PAGES; page++) {
    const query = { bodyId: [...bodyId], limit: MAX_LIST_LIMIT, page, order: 'name' as const }
    const { data, pagination } = await cageMeshes.list({ query }, { signal })
    cages.push(...data)
    if (!pagination.hasNextPage) break
  }
  return cages
}

const compareByType = (one: CageMesh, other: CageMesh) => (one.assetType ?? '').localeCompare(other.assetType ?? '')
