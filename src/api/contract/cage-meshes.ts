import * as v from 'valibot'
import { ASSET_TYPES, AssetName, GENDERS } from './assets.ts'
import { endpoint } from './endpoint.ts'
import { FileUrl } from './files.ts'
import { Job } from './jobs.ts'
import { listPage, listParameters, oneOrMany } from './list.ts'
import { toPrivateService } from './private-service.ts'
import { Id, SearchText } from './text.ts'

export const CAGE_MESH_SORT_FIELDS = ['name', 'createdAt'] as const

/**
 * A coarse closed mesh around a body. A cage without `assetType` applies to all types for which the body has no specific cage.
 * Only cages of the same `topology` (SHA-256 of their triangles, in hex) can be used together. Times are ISO 8601 UTC.
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

/** Input for a new cage mesh. The file must be uploaded first; the mesh must be closed, face outwards and enclose its body. */
export const NewCageMesh = v.strictObject({
  name: AssetName,
  gender: v.picklist(GENDERS),
  modelUrl: v.pipe(FileUrl, v.endsWith('.glb')),
  assetType: v.optional(v.picklist(ASSET_TYPES)),
  bodyId: v.optional(Id),
})
export type NewCageMesh = v.InferOutput<typeof NewCageMesh>

/**
 * Changes to a cage mesh. An `assetType` of null makes the cage apply to all types without a specific cage. A `bodyId` of null
 * detaches the cage from its body.
 */
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
    summary: 'Create a cage mesh',
    description:
      'The model must be closed, have outward-facing triangles, not intersect itself and enclose its body. Only admins can create a cage mesh without a body.',
    access: ['create', 'Asset'],
    body: NewCageMesh,
    returns: CageMesh,
    status: 201,
    idempotent: true,
  }),
  update: endpoint({
    method: 'PATCH',
    path: 'v1/cage-meshes/{id}',
    summary: 'Update a cage mesh',
    description:
      'The result is checked as for a new cage mesh. An outdated `updatedAt` in `If-Match` is refused with 412.',
    access: ['update', 'Asset'],
    body: CageMeshChange,
    returns: CageMesh,
  }),
  list: endpoint({
    method: 'GET',
    path: 'v1/cage-meshes',
    summary: 'List cage meshes',
    description: 'The newest comes first. `assetType=whole` returns those for the whole body.',
    access: ['create', 'Asset'],
    query: v.strictObject({
      ...listParameters(CAGE_MESH_SORT_FIELDS),
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
    summary: 'Get a cage mesh',
    access: ['create', 'Asset'],
    returns: CageMesh,
  }),
  carry: endpoint({
    method: 'POST',
    path: 'v1/cage-meshes/carry',
    summary: 'Copy the cages of one body to another',
    description: 'A job copies them for every asset type. Cages added by hand are not replaced.',
    access: ['update', 'Asset'],
    body: v.strictObject({ fromBodyId: Id, toBodyId: Id }),
    returns: Job,
    idempotent: true,
  }),
}

export const privateCageMeshes = toPrivateService({ create: cageMeshes.create })
