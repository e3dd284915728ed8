import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { listPage, listParameters } from './list.ts'
import { SearchText } from './text.ts'

export const Application = v.object({
  id: v.string(),
  name: v.string(),
  ownerId: v.string(),
  createdAt: v.string(),
  assetCount: v.number(),
})
export type Application = v.InferOutput<typeof Application>

export const applications = {
  list: endpoint({
    method: 'GET',
    path: 'v1/applications',
    summary: 'List applications',
    access: ['read', 'Application'],
    query: v.strictObject({ ...listParameters(['name', 'createdAt', 'assetCount']), search: v.optional(SearchText) }),
    returns: listPage(Application),
  }),
  get: endpoint({
    method: 'GET',
    path: 'v1/applications/{id}',
    summary: 'Get an application',
    access: ['read', 'Application'],
    returns: Application,
  }),
}
