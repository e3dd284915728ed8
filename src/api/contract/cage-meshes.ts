import * as v from 'valibot'
import { ASSET_TYPES, AssetName, GENDERS } from './assets.ts'
import { endpoint } from './endpoint.ts'
import { FileAddress } from './files.ts'
import { Job } from './jobs.ts'
import { listPage, listParameters, oneOrMany } from './list.ts'
import { privately } from './privately.ts'
import { Id, SearchText } from './text.ts'

/** The fields cage meshes can be sorted by. */
export const CAGE_MESH_ORDERS = ['name', 'createdAt'] as const

/**
 * A coarse closed mesh around a body. Without `assetType` it is for all types that the body has no cage of their own for.
 * Only cages of one `topology` (SHA-256 of their triangles, in hex) can be used together. Times are ISO 8601 UTC.
 */
export const CageMesh = v.object({
  id: v.string(),
  name: v.string(),
  gender: v.picklist(GENDERS),
  assetType: v.optional(v.picklist(ASSET_TYPES)),
  bodyId: v.optional(v.string()),
  modelUrl: v.string(),
  vertices: v.number(),
  topology: v.string(),
  createdAt: v.string(),
  updatedAt: v.string(),
})
export type CageMesh = v.InferOutput<typeof CageMesh>

/** What makes a cage mesh: its file was uploaded before, and must be closed, turned outwards and around its body. */
export const NewCageMesh = v.strictObject({
  name: AssetName,
  gender: v.picklist(GENDERS),
  modelUrl: v.pipe(FileAddress, v.endsWith('.glb')),
  assetType: v.optional(v.picklist(ASSET_TYPES)),
  bodyId: v.optional(Id),
})
export type NewCageMesh = v.InferOutput<typeof NewCageMesh>

/** What can be changed of a cage mesh; null makes it one for the whole body, or of no body. */
export const CageMeshChange = v.strictObject({
  ...v.partial(v.omit(NewCageMesh, ['assetType', 'bodyId'])).entries,
  assetType: v.optional(v.nullable(v.picklist(ASSET_TYPES))),
  bodyId: v.optional(v.nullable(Id)),
})
export type CageMeshChange = v.InferOutput<typeof CageMeshChange>

export const cageMeshes = {
  create: endpoint({
    method: 'POST',
    path: 'v1/cage-meshes',
    summary:
      'Adds a cage mesh. Its model is checked first: closed, turned outwards, not cutting itself, and around its body. Without a body only an admin may.',
    access: ['create', 'Asset'],
    body: NewCageMesh,
    returns: CageMesh,
    status: 201,
    idempotent: true,
  }),
  update: endpoint({
    method: 'PATCH',
    path: 'v1/cage-meshes/{id}',
    summary:
      'Changes a cage mesh; what it becomes is checked as when it is added. `If-Match` names the `updatedAt` that was seen.',
    access: ['update', 'Asset'],
    body: CageMeshChange,
    returns: CageMesh,
  }),
  list: endpoint({
    method: 'GET',
    path: 'v1/cage-meshes',
    summary: 'A page of the cage meshes, the newest first; `assetType=whole` finds those for the whole body.',
    access: ['create', 'Asset'],
    query: v.strictObject({
      ...listParameters(CAGE_MESH_ORDERS),
      search: v.optional(SearchText),
      bodyId: oneOrMany(Id),
      assetType: oneOrMany(v.picklist([...ASSET_TYPES, 'whole'])),
      gender: oneOrMany(v.picklist(GENDERS)),
    }),
    returns: listPage(CageMesh),
  }),
  get: endpoint({
    method: 'GET',
    path: 'v1/cage-meshes/{id}',
    summary: 'One cage mesh.',
    access: ['create', 'Asset'],
    returns: CageMesh,
  }),
  carry: endpoint({
    method: 'POST',
    path: 'v1/cage-meshes/carry',
    summary:
      'Makes the cages of a body from those of another, for every type of asset; a job does it. Cages that were added by hand stay as they are.',
    access: ['update', 'Asset'],
    body: v.strictObject({ fromBodyId: Id, toBodyId: Id }),
    returns: Job,
    idempotent: true,
  }),
}

export const privateCageMeshes = privately({ create: cageMeshes.create })
