import type { Client } from './contract/client.ts'
import { ApiError } from './contract/errors.ts'
import type { contract } from './contract/index.ts'
import type { AccountViews, KeptView } from './contract/views.ts'
import { uniqueKey } from './unique-key.ts'

/** Views by their names, for a client that knows them by ids. */
export function createAccountViews({ views }: Pick<Client<typeof contract>, 'views'>): AccountViews {
  const read = async (list: string) => (await views.list({ query: { list } })).data
  const find = async (list: string, name: string) => (await read(list)).find((view) => view.name === name)
  const replace = async (list: string, { name, query }: KeptView) => {
    const there = await find(list, name)
    if (there) await views.update({ id: there.id, body: { query } })
    return there !== undefined
  }
  return {
    read,
    readShared: async (list) => (await views.list({ query: { list, of: 'others' } })).data,
    async keep(list, view) {
      if (await replace(list, view)) return
      const body = { list, name: view.name, query: view.query }
      await views.create({ body }, { idempotencyKey: uniqueKey() }).catch(async (fault: unknown) => {
        // Another tab was faster.
        if (!(fault instanceof ApiError && fault.code === 'NAME_TAKEN' && (await replace(list, view)))) throw fault
      })
    },
    async share(list, { name, isShared, id: anothers }) {
      const id = anothers ?? (await find(list, name))?.id
      if (id !== undefined) await views.update({ id, body: { isShared } })
      else if (isShared) throw new ApiError('http', 'views', { status: 404 })
    },
    async remove(list, name) {
      const there = await find(list, name)
      if (!there) return
      await views.remove({ id: there.id }).catch((fault: unknown) => {
        if (!(fault instanceof ApiError && fault.code === 'NOT_FOUND')) throw fault
      })
    },
  }
}
