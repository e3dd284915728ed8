import type { Client } from './contract/client.ts'
import { ApiError } from './contract/errors.ts'
import type { contract } from './contract/index.ts'
import { uniqueKey } from './unique-key.ts'

/** A view of a list as an account keeps it: `query` is whatever the list makes of it. */
export interface KeptView {
  readonly name: string
  readonly query: Readonly<Record<string, unknown>>
}

/** The saved views of the account that is signed in, by list. All reject with `ApiError`. */
export interface AccountViews {
  read: (list: string) => Promise<readonly KeptView[]>
  /** Keeps a view, in place of one of the same name. */
  keep: (list: string, view: KeptView) => Promise<void>
  /** Deletes a view, if there is one of this name. */
  remove: (list: string, name: string) => Promise<void>
}

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
    async keep(list, view) {
      if (await replace(list, view)) return
      const body = { list, name: view.name, query: view.query }
      await views.create({ body }, { idempotencyKey: uniqueKey() }).catch(async (fault: unknown) => {
        // Another tab was faster.
        if (!(fault instanceof ApiError && fault.code === 'NAME_TAKEN' && (await replace(list, view)))) throw fault
      })
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
