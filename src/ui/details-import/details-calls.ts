import type { Asset, assets } from '../../api/contract/assets.ts'
import type { Client } from '../../api/contract/client.ts'
import type { Input } from '../../api/contract/endpoint.ts'
import { ApiError } from '../../api/contract/errors.ts'
import type { contract } from '../../api/contract/index.ts'
import { MAX_LIMIT } from '../../api/contract/list.ts'
import type { Details, Named } from '../../machines/rules/details-plan.ts'
import { allPages } from '../asset-list/use-all.ts'

/** What an import of details asks of the server; all reject with `ApiError`. */
export interface DetailsCalls {
  /** The assets among `ids` and `names` that this person may change, and maybe more; hears how much was looked through. */
  find: (wanted: Wanted, options: { signal: AbortSignal; onShare: (share: number) => void }) => Promise<Asset[]>
  tags: (signal: AbortSignal) => Promise<Named[]>
  applications: (signal: AbortSignal) => Promise<Named[]>
  /** Changes an asset, unless it was changed since `version`. */
  change: (id: string, details: Partial<Details>, version: string) => Promise<Asset>
}

/** The assets that rows name. */
export interface Wanted {
  readonly ids: ReadonlySet<string>
  readonly names: ReadonlySet<string>
}

/** So many pages of assets are looked through rather than asking for each by itself. */
const FEW_PAGES = 10

/** How many assets are looked up at once. */
const AT_ONCE = 6

/** The calls of an import; `null` for kinds this person may not read. */
export function detailsCalls(
  api: Pick<Client<typeof contract>, 'assets' | 'tags' | 'applications'>,
  reads: { tags: boolean; applications: boolean },
): DetailsCalls {
  const page = (query: Input<typeof assets.editable>['query'], signal: AbortSignal) =>
    api.assets.editable({ query: { limit: MAX_LIMIT, order: 'createdAt', ...query } }, { signal })
  const byId = (id: string, signal: AbortSignal) =>
    api.assets.get({ id }, { signal }).then(
      (asset): Asset[] => [asset],
      (fault: unknown) => {
        if (fault instanceof ApiError && fault.status !== undefined && fault.status < 500) return []
        throw fault
      },
    )
  const byName = async (name: string, signal: AbortSignal) =>
    (await page({ search: name }, signal)).data.filter((asset) => asset.name === name)
  return {
    async find({ ids, names }, { signal, onShare }) {
      const first = await page({}, signal)
      const { totalPages } = first.pagination
      const found = [...first.data]
      if (totalPages <= Math.max(FEW_PAGES, ids.size + names.size)) {
        for (let at = 2; at <= totalPages; at++) {
          onShare((at - 1) / totalPages)
          found.push(...(await page({ page: at }, signal)).data)
        }
        return found
      }
      const questions = [
        ...[...ids].map((id) => () => byId(id, signal)),
        ...[...names].map((name) => () => byName(name, signal)),
      ]
      const all = questions.length
      const work = async () => {
        for (let ask = questions.shift(); ask; ask = questions.shift()) {
          found.push(...(await ask()))
          onShare(1 - questions.length / all)
        }
      }
      await Promise.all(Array.from({ length: AT_ONCE }, work))
      return [...new Map(found.map((asset) => [asset.id, asset])).values()]
    },
    tags: async (signal) =>
      reads.tags
        ? (await allPages(api.tags.list, signal)).map(({ tagId, name }) => ({ id: tagId, names: [name] }))
        : [],
    applications: async (signal) =>
      reads.applications
        ? (await allPages(api.applications.list, signal)).map(({ id, name }) => ({ id, names: [name] }))
        : [],
    change: (id, details, version) => api.assets.update({ id, body: details }, { ifMatch: version }),
  }
}
