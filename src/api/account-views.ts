import type { Client } from './contract/client.ts'
import { ApiError } from './contract/errors.ts'
import type { contract } from './contract/index.ts'
import type { AccountViews, StoredView } from './contract/views.ts'
import { createUniqueKey } from './create-unique-key.ts'

/** Creates {@link AccountViews}. Callers identify a view by name; the server identifies a view by id. */
export function createAccountViews({ views }: Pick<Client<typeof contract>, 'views'>): AccountViews {
  const read = async (list: string) => (await views.list({ query: { list } })).data
  const find = async (list: string, name: string) => (await read(list)).find((view) => view.name === name)
  const replace = async (list: string, { name, query }: StoredView) => {
    const existing = await find(list, name)
    if (existing) await views.update({ id: existing.id, body: { query } })
    return existing !== undefined
  }
  return {
    read,
    readShared: async (list) => (await views.list({ query: { list, of: 'others' } })).data,
    async save(list, view) {
      if (await replace(list, view)) return
      const body = { list, name: view.name, query: view.query }
      await views.create({ body }, { idempotencyKey: createUniqueKey() }).catch(async (error: unknown) => {
        // Another tab has created the view in the meantime.
        if (!(error instanceof ApiError && error.code === 'NAME_TAKEN' && (await replace(list, view)))) throw error
      })
    },
    async share(list, { name, isShared, id: otherId }) {
      const id = otherId ?? (await find(list, name))?.id
      if (id !== undefined) await views.update({ id, body: { isShared } })
      else if (isShared) throw new ApiError('http', 'views', { status: 404 })
    },
    async remove(list, name) {
      const existing = await find(list, name)
      if (!existing) return
      await views.remove({ id: existing.id }).catch((error: unknown) => {
        if (!(error instanceof ApiError && error.code === 'NOT_FOUND')) throw error
      })
    },
  }
}
